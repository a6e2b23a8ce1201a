/**
 * Milliseconds since the epoch for a time as the service spells it: a date with a time, or the digits of a Unix timestamp in
 * seconds or milliseconds. One that names no zone is taken for UTC: this machine's zone has nothing to do with it.
 *
 * @returns `NaN` for a text that is no time
 */
export function serviceTime(text: string | undefined): number {
  const time = text?.trim() ?? "";
  if (/^\d{9,11}(\.\d+)?$/.test(time)) return Number(time) * 1000;
  if (/^\d{12,14}$/.test(time)) return Number(time);
  return Date.parse(/:\d\d(\.\d+)?$/.test(time) && !namesZone(time) ? `${time}Z` : time);
}

function namesZone(time: string): boolean {
  return /([+-]\d\d:?\d\d|Z|GMT|UTC|^[\d.]+)$/i.test(time);
}

/** Between a time that names no zone, and may be of any, and one that names its own. */
const zoneError = 15 * 3600_000;

/**
 * Whether one time of the service's is later than another for certain: not if the earlier one may be rounded down past it,
 * or if only one of them says in which zone it is.
 */
export function isLater(later: string | undefined, earlier: string | undefined): boolean {
  const [one, other] = [later?.trim() ?? "", earlier?.trim() ?? ""];
  const step = /\.\d/.test(other) ? 1 : /:\d\d:\d\d/.test(other) ? 1000 : Math.max(1, timeStep(other));
  const error = namesZone(one) === namesZone(other) ? 0 : zoneError;
  return serviceTime(one) - serviceTime(other) >= step + error;
}

/**
 * Whether a time of the service's may be the present one by this machine's clock. Clocks differ a little, and a time that
 * names no zone may be of any.
 */
export function mayBeNow(text: string | undefined, now: number): boolean {
  const error = namesZone(text?.trim() ?? "") ? 15 * 60_000 : zoneError;
  return Math.abs(now - serviceTime(text)) < timeStep(text) + error;
}

const steps = [24 * 3600_000, 60_000, 1000];

/**
 * How far apart two times may be that the service writes alike, in milliseconds: a day for a date, a minute for a time
 * without seconds, or with none. An exact time looks like that once in a while, too.
 *
 * @returns 0 for a text that is no time
 */
export function timeStep(text: string | undefined): number {
  const time = serviceTime(text);
  if (Number.isNaN(time)) return 0;
  return steps.find((step) => time % step === 0) ?? 1;
}

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
  const namesNoZone = /:\d\d(\.\d+)?$/.test(time) && !/[+-]\d\d:\d\d$/.test(time);
  return Date.parse(namesNoZone ? `${time}Z` : time);
}

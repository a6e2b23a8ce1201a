import { serviceTime } from "../../lifecycle/deployment/serviceTime";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long ago a moment of the service's was: `5m ago`; the day itself after a month. A date that names no time zone is
 * shown as it is: nobody knows how many hours it is off.
 */
export function age(text: string, now: number): string {
  const isClear = /(?:Z|[+-]\d\d:?\d\d)$|^\d+(?:\.\d+)?$/i.test(text.trim());
  const moment = serviceTime(text);
  if (!isClear || Number.isNaN(moment)) return text;
  const passed = now - moment;
  if (passed < minute) return "just now";
  if (passed < hour) return `${Math.floor(passed / minute)}m ago`;
  if (passed < 2 * day) return `${Math.floor(passed / hour)}h ago`;
  if (passed < 30 * day) return `${Math.floor(passed / day)}d ago`;
  return new Date(moment).toISOString().slice(0, 10);
}

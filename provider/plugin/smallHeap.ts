import { setFlagsFromString } from "node:v8";

/**
 * Keeps the process small: what an operation needs is garbage as soon as it has answered, and by itself the heap would
 * grow before it is swept. Costs a third of a millisecond a call.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=30");
}

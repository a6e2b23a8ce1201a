import { setFlagsFromString } from "node:v8";

/** Keeps the process small. To be called before anything is loaded. */
export function keepProcessSmall(): void {
  // What an operation needs is garbage as soon as it has answered, and by itself the heap would grow before it is swept.
  // Costs a third of a millisecond a call.
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=30");
  // The HTTP client's parser is WebAssembly. Optimized it is no faster for answers like these, and to optimize it takes
  // 25 MB at its peak and a fifth of a second of a processor, in every process with more than some requests.
  setFlagsFromString("--liftoff-only");
}

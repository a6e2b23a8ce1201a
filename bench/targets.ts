import { deploySeconds, type Step } from "./contenders/contender";
import { floorOf, waitingFloor } from "./contenders/floor";
import type { Results } from "./results";

/** One thing that is to hold, in the terms of one run. */
export interface Target {
  what: string;
  found: number;
  limit: number;
}

/** The default of `deploy.pollInterval`. */
const pollSeconds = 3;

/** The targets that this run can judge. */
export function targetsOf(results: Results): Target[] {
  const largest = Math.max(...results.steps.map(({ size }) => size));
  return ["plugin", "dynamic"].flatMap((door) => [
    ...ratioToFloor(results, door, "preview", largest),
    ...ratioToFloor(results, door, "refresh", largest),
    ...updates(results, door),
    ...refreshRequests(results, door, largest),
    ...others(results, door, largest),
  ]);
}

function stepOf({ steps }: Results, contender: string, step: Step, size: number) {
  return steps.find(
    (result) => result.contender === contender && result.step === step && result.size === size,
  );
}

function ratioToFloor(results: Results, door: string, step: Step, size: number): Target[] {
  const ours = stepOf(results, door, step, size);
  const floor = stepOf(results, floorOf(door), step, size);
  if (ours === undefined || floor === undefined) return [];
  const found = ours.seconds.median / floor.seconds.median;
  return [{ what: `${door}: ${step} of ${size} hosts, times the floor`, found, limit: 1.3 }];
}

function updates(results: Results, door: string): Target[] {
  const found = results.steps.filter(({ contender, step }) => contender === door && step === "update");
  return found.flatMap(({ size, seconds, requests }) => {
    const each = (kind: string) => (requests[kind] ?? 0) / size;
    const targets = ["read", "save", "start"].map((kind) => ({
      what: `${door}: ${kind}s for the update of a host, of ${size}`,
      found: each(kind),
      limit: 1,
    }));
    const ideal = Math.ceil(size / results.settings.parallel) * deploySeconds;
    return size < 200
      ? targets
      : [
          ...targets,
          {
            what: `${door}: update of ${size} hosts, times the ideal`,
            found: seconds.median / ideal,
            limit: 1.15,
          },
          ...timesWaitingFloor(results, door, size, seconds.median),
        ];
  });
}

/** The ideal knows nothing of the engine, which saves the state before and after each update. */
function timesWaitingFloor(results: Results, door: string, size: number, seconds: number): Target[] {
  const floor = stepOf(results, waitingFloor.name, "update", size);
  if (door !== "plugin" || floor === undefined) return [];
  const found = seconds / floor.seconds.median;
  return [{ what: `${door}: update of ${size} hosts, times the floor that waits`, found, limit: 1.15 }];
}

function refreshRequests(results: Results, door: string, size: number): Target[] {
  const refresh = stepOf(results, door, "refresh", size);
  if (refresh === undefined) return [];
  const { list = 0, read = 0 } = refresh.requests;
  // Two pages, and three reads to compare with; twice that where the walk takes more than its ten seconds.
  const walks = Math.max(1, Math.ceil(refresh.seconds.median / 10));
  return [
    {
      what: `${door}: lists and reads for a refresh of ${size} hosts`,
      found: list + read,
      limit: Math.min(size, 5 * walks),
    },
  ];
}

function others(results: Results, door: string, size: number): Target[] {
  const targets: Target[] = [];
  const bytes = results.stateBytes[door];
  const floor = results.stateBytes[floorOf(door)];
  if (bytes !== undefined && floor !== undefined) {
    targets.push({
      what: `${door}: bytes of state a host beyond its configuration`,
      found: bytes - floor,
      limit: 1500,
    });
  }
  const noticed = results.noticedOfMany[door];
  if (noticed !== undefined) {
    targets.push({
      what: `${door}: end of a deployment known, poll intervals`,
      found: noticed / pollSeconds,
      limit: 0.6,
    });
  }
  if (door !== "plugin") return targets;
  const peaks = results.steps
    .filter((result) => result.contender === door && result.size === size)
    .map(({ peakMegabytes }) => peakMegabytes["provider"]?.median ?? 0);
  if (peaks.length > 0) {
    targets.push({
      what: `plugin: peak memory in MB with ${size} hosts`,
      found: Math.max(...peaks),
      limit: 120,
    });
  }
  if (results.ready !== undefined) {
    const found = results.ready.plugin.median / results.ready.bare.median;
    targets.push({ what: "plugin: ready, times a gRPC server that serves nothing", found, limit: 2.5 });
  }
  return targets;
}

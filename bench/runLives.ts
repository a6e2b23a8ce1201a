import { figureOf, mean } from "./measure/statistics";
import type { Watched } from "./measure/runWatched";
import { steps, type Arena, type Contender, type Session, type Step } from "./contenders/contender";
import type { Options } from "./options";
import type { Results, StepResult } from "./results";

/** Up to this many hosts whole lives are repeated; beyond, only what leaves everything as it is. */
const repeatable = 50;

/** What changes nothing, and can be repeated as often as one likes. */
const harmless: readonly Step[] = ["preview", "refresh"];

/** An engine that saves the state once at its end, not before and after every resource. */
const withoutCheckpoints = { PULUMI_EXPERIMENTAL: "1", PULUMI_SKIP_CHECKPOINTS: "1" };

interface Run {
  watched: Watched;
  requests: Record<string, number>;
  noticed: number[];
}

interface Racer {
  contender: Contender;
  session: Session;
  runs: Map<Step, Run[]>;
}

/** The life of so many hosts, with each contender; the runs of all of them take turns. */
export async function runLives(
  arena: Arena,
  contenders: readonly Contender[],
  size: number,
  { rounds, brief }: Pick<Options, "rounds" | "brief">,
  results: Results,
  say: (line: string) => void,
): Promise<void> {
  const racers: Racer[] = [];
  const lives = size <= repeatable ? rounds : 1;
  const isBrief = size >= brief;
  const runs = new Map<Contender, Racer["runs"]>();
  for (let life = 1; life <= lives; life += 1) {
    await arena.service.reset();
    racers.length = 0;
    for (const [index, contender] of contenders.entries()) {
      // A client of its own, so that nobody's list holds another's hosts.
      const clientId = await arena.service.addClient();
      const session = await contender.open({ ...arena, clientId }, `h${size}-${life}-${index}`, size);
      const own: Racer["runs"] = runs.get(contender) ?? new Map<Step, Run[]>();
      runs.set(contender, own);
      racers.push({ contender, session, runs: own });
    }
    for (const step of steps) {
      if (isBrief && step !== "create" && !harmless.includes(step)) continue;
      const times = lives === 1 && harmless.includes(step) ? rounds : 1;
      for (let time = 1; time <= times; time += 1) {
        for (const racer of [...racers]) {
          if (!racer.contender.steps.includes(step)) continue;
          try {
            const isSetUp = isBrief && step === "create";
            const watched = isSetUp
              ? await racer.session.run(step, withoutCheckpoints)
              : await runStep(arena, racer, step);
            say(`${size} hosts, ${racer.contender.name}: ${step} ${watched.seconds.toFixed(2)} s`);
          } catch (error) {
            // One that fails is not in the race any more; the others go on.
            racers.splice(racers.indexOf(racer), 1);
            results.missing[`${racer.contender.name}, ${size} hosts`] = String(error).slice(0, 2000);
            say(`${size} hosts, ${racer.contender.name}: ${step} failed: ${String(error)}`);
            await racer.session.close();
          }
        }
      }
      if (step !== "refresh" || life < lives) continue;
      for (const { contender, session } of racers) {
        const bytes = await session.stateBytes?.();
        if (bytes !== undefined) results.stateBytes[contender.name] = Math.round(bytes);
      }
    }
    for (const { session } of racers) await session.close();
  }
  for (const [contender, found] of runs) {
    for (const [step, measured] of found) results.steps.push(resultOf(contender.name, size, step, measured));
  }
}

async function runStep({ service }: Arena, { session, runs }: Racer, step: Step): Promise<Watched> {
  await service.clear();
  const watched = await session.run(step);
  const found = runs.get(step) ?? [];
  found.push({
    watched,
    requests: await service.requests(),
    noticed: step === "update" ? await service.noticed() : [],
  });
  runs.set(step, found);
  return watched;
}

function resultOf(contender: string, size: number, step: Step, measured: readonly Run[]): StepResult {
  const seconds = figureOf(measured.map(({ watched }) => watched.seconds));
  if (seconds === undefined) throw new Error("nothing was measured");
  const roles = [...new Set(measured.flatMap(({ watched }) => [...watched.roles.keys()]))];
  const byRole = (value: "cpuSeconds" | "peakMegabytes") =>
    Object.fromEntries(
      roles.flatMap((role) => {
        const figure = figureOf(measured.flatMap(({ watched }) => watched.roles.get(role)?.[value] ?? []));
        return figure === undefined ? [] : [[role, figure]];
      }),
    );
  const noticed = measured.flatMap((run) => run.noticed);
  return {
    size,
    contender,
    step,
    seconds,
    requests: measured.at(-1)?.requests ?? {},
    cpuSeconds: byRole("cpuSeconds"),
    peakMegabytes: byRole("peakMegabytes"),
    noticed: noticed.length === 0 ? undefined : mean(noticed),
  };
}

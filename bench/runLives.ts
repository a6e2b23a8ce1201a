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

/** What was measured of a contender in all lives. */
type Runs = Map<Step, Run[]>;

interface Racer {
  contender: Contender;
  session: Session;
  runs: Runs;
}

interface PlannedStep {
  step: Step;
  times: number;
  /** Only makes the hosts that the other steps need. */
  isSetUp: boolean;
}

/** Where the results go, and what is told meanwhile. */
interface Account {
  size: number;
  results: Results;
  say: (line: string) => void;
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
  const lives = size <= repeatable ? rounds : 1;
  const plan = planOf(size >= brief, lives === 1 ? rounds : 1);
  const entrants = contenders.map((contender) => ({ contender, runs: new Map<Step, Run[]>() }));
  for (let life = 1; life <= lives; life += 1) {
    await arena.service.reset();
    const racers: Racer[] = [];
    for (const [index, { contender, runs }] of entrants.entries()) {
      // A client of its own, so that nobody's list holds another's hosts.
      const clientId = await arena.service.addClient();
      const session = await contender.open({ ...arena, clientId }, `h${size}-${life}-${index}`, size);
      racers.push({ contender, session, runs });
    }
    await runLife(arena, racers, plan, { size, results, say });
  }
  for (const { contender, runs } of entrants) {
    for (const [step, measured] of runs) results.steps.push(resultOf(contender.name, size, step, measured));
  }
}

function planOf(isBrief: boolean, repetitions: number): PlannedStep[] {
  return steps.flatMap((step): PlannedStep[] => {
    if (harmless.includes(step)) return [{ step, times: repetitions, isSetUp: false }];
    if (!isBrief) return [{ step, times: 1, isSetUp: false }];
    return step === "create" ? [{ step, times: 1, isSetUp: true }] : [];
  });
}

/** One life of all; a contender that fails is out of it, and the others go on. */
async function runLife(
  arena: Arena,
  entered: readonly Racer[],
  plan: readonly PlannedStep[],
  account: Account,
): Promise<void> {
  let racers = entered;
  for (const planned of plan) {
    for (let time = 1; time <= planned.times; time += 1) {
      for (const racer of racers) {
        if (!racer.contender.steps.includes(planned.step)) continue;
        if (await runPlanned(arena, racer, planned, account)) continue;
        racers = racers.filter((other) => other !== racer);
        await racer.session.close();
      }
    }
    if (planned.step === "refresh") await measureStates(racers, account.results);
  }
  for (const { session } of racers) await session.close();
}

async function measureStates(racers: readonly Racer[], { stateBytes }: Results): Promise<void> {
  for (const { contender, session } of racers) {
    const bytes = await session.stateBytes?.();
    if (bytes !== undefined) stateBytes[contender.name] = Math.round(bytes);
  }
}

/** Whether it worked. */
async function runPlanned(
  arena: Arena,
  racer: Racer,
  { step, isSetUp }: PlannedStep,
  { size, results, say }: Account,
): Promise<boolean> {
  const { contender, session } = racer;
  try {
    const watched = isSetUp ? await session.run(step, withoutCheckpoints) : await runStep(arena, racer, step);
    say(`${size} hosts, ${contender.name}: ${step} ${watched.seconds.toFixed(2)} s`);
    return true;
  } catch (error) {
    results.missing[`${contender.name}, ${size} hosts`] = String(error).slice(0, 2000);
    say(`${size} hosts, ${contender.name}: ${step} failed: ${String(error)}`);
    return false;
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

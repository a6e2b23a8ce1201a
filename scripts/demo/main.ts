import { performance } from "node:perf_hooks";
import { CommandError } from "@pulumi/pulumi/automation";
import { addSampleData, startEmulator, type Emulator } from "../../test/emulator";
import { openEngine, type Engine } from "../../test/engine/openEngine";
import { runDemo } from "./demo";
import { DemoStack } from "./demoStack";
import { Narrator } from "./narrator";

/** `npm run demo`: the main job on the emulator and the real engine. Ends with 1 where a step does not do what it says. */
async function main(): Promise<void> {
  let emulator: Emulator | undefined;
  let engine: Engine | undefined;
  const narrator = new Narrator();
  try {
    engine = await openEngine();
    emulator = await startEmulator({ deploySeconds: 2 });
    addSampleData(emulator);
    console.log(
      `The engine is Pulumi ${engine.cli.version}. The platform is the emulator at ${emulator.url}.`,
    );
    const began = performance.now();
    const stack = await DemoStack.open(engine, { url: emulator.url, token: emulator.tokens.admin });
    await runDemo(stack, emulator, narrator);
    console.log(`\nTook ${Math.round((performance.now() - began) / 1000)} seconds.`);
  } finally {
    await emulator?.close();
    await engine?.close();
  }
  if (narrator.failures.length === 0) {
    console.log("Every step did what it says.");
    return;
  }
  console.log(`These did not hold:\n${narrator.failures.map((failure) => `  ${failure}`).join("\n")}`);
  process.exitCode = 1;
}

main().catch((error: unknown) => {
  // What the engine said stands above already.
  const said = error instanceof CommandError ? "The engine failed; its output above says why." : error;
  console.error(said instanceof Error ? said.message : said);
  process.exitCode = 1;
});

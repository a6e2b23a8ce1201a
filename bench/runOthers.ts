import { join } from "node:path";
import { packedPackage } from "../test/engine/packedPackage";
import type { Arena, Contender, Step } from "./contenders/contender";
import { millisecondsUntilReady } from "./measure/readiness";
import { figureOf, mean } from "./measure/statistics";
import type { Results } from "./results";

/** How soon the plugin is ready, beside a gRPC server that serves nothing. */
export async function runReadiness(rounds: number, results: Results): Promise<void> {
  const packed = await packedPackage();
  const plugin = join(packed, "node_modules/pulumi-hostconfig/dist/plugin/pulumi-resource-hostconfig");
  const measured: { plugin: number[]; bare: number[] } = { plugin: [], bare: [] };
  for (let round = 0; round < 5 * rounds; round += 1) {
    measured.bare.push(await millisecondsUntilReady(join(__dirname, "floor", "bareServer.cjs")));
    measured.plugin.push(await millisecondsUntilReady(plugin));
  }
  const [ours, bare] = [figureOf(measured.plugin), figureOf(measured.bare)];
  if (ours !== undefined && bare !== undefined) results.ready = { plugin: ours, bare };
}

/** How soon the end of deployments of one to ten seconds is known. */
export async function runNoticing(
  arena: Arena,
  contenders: readonly Contender[],
  size: number,
  results: Results,
): Promise<void> {
  for (const contender of contenders) {
    await arena.service.reset();
    const session = await contender.open({ ...arena, parallel: size }, "noticed", size);
    await session.run("create");
    const seconds = Array.from({ length: size }, (_, index) => 1 + (9 * (index + 0.5)) / size);
    await arena.service.nextDeployments(seconds);
    await arena.service.clear();
    await session.run("update");
    results.noticedOfMany[contender.name] = mean(await arena.service.noticed());
    await session.close();
  }
}

/** What larger and larger configurations cost. */
export async function runGrowth(
  arena: Arena,
  contenders: readonly Contender[],
  results: Results,
  say: (line: string) => void,
): Promise<void> {
  const growthSteps: Step[] = ["create", "preview", "update", "refresh"];
  for (const kilobytes of [1, 10, 100, 1000]) {
    for (const [index, contender] of contenders.entries()) {
      await arena.service.reset();
      const bulk = kilobytes * 1000;
      const session = await contender.open({ ...arena, bulk }, `kb${kilobytes}-${index}`, 1);
      for (const step of growthSteps) {
        const { seconds, roles } = await session.run(step);
        const provider = roles.get("provider");
        results.growth.push({
          kilobytes,
          contender: contender.name,
          step,
          seconds,
          providerCpuSeconds: provider?.cpuSeconds ?? 0,
          providerMegabytes: provider?.peakMegabytes ?? 0,
        });
        say(`${kilobytes} KB, ${contender.name}: ${step} ${seconds.toFixed(2)} s`);
      }
      await session.close();
    }
  }
}

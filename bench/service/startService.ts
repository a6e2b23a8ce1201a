import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Answer, Call, ServiceCalls } from "./calls";

/** The service's process, seen from the benchmark. */
export type Service = {
  [Name in keyof ServiceCalls]: (
    ...argument: Parameters<ServiceCalls[Name]>
  ) => Promise<ReturnType<ServiceCalls[Name]>>;
} & { url: string; token: string; close(): Promise<void> };

/** Starts the emulator in a process of its own. */
export async function startService(): Promise<Service> {
  const child = fork(join(__dirname, "main.ts"), { execArgv: ["--import", "tsx"] });
  const [started] = (await once(child, "message")) as [{ url: string; token: string }];
  const ask = asking(child);
  return {
    ...started,
    reset: () => ask("reset", undefined),
    addClient: () => ask("addClient", undefined),
    addHosts: (hosts) => ask("addHosts", hosts),
    nextDeployments: (seconds) => ask("nextDeployments", seconds),
    clear: () => ask("clear", undefined),
    requests: () => ask("requests", undefined),
    noticed: () => ask("noticed", undefined),
    close: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}

function asking(child: ChildProcess) {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let number = 0;
  child.on("message", (answer: Answer) => {
    if (!("number" in answer)) return;
    const call = waiting.get(answer.number);
    waiting.delete(answer.number);
    if (answer.error === undefined) call?.resolve(answer.value as never);
    else call?.reject(new Error(answer.error));
  });
  child.once("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error("The service's process ended."));
  });
  return <Name extends keyof ServiceCalls>(name: Name, argument: unknown) => {
    number += 1;
    const call: Call = { number, name, argument };
    child.send(call);
    return new Promise<ReturnType<ServiceCalls[Name]>>((resolve, reject) => {
      waiting.set(call.number, { resolve, reject });
    });
  };
}

import { explain, settingsOf, usage } from "./commandLine";
import { addSampleData, presets, startEmulator } from "./index";

async function main(): Promise<void> {
  const settings = settingsOf(process.argv.slice(2));
  if (settings === null) {
    process.stdout.write(usage);
    return;
  }
  const { port, deploySeconds, readings, hostCount } = settings;
  const emulator = await startEmulator({ port, deploySeconds, readings: presets[readings] });
  addSampleData(emulator, hostCount);
  const { admin, cms, client } = emulator.tokens;
  process.stdout
    .write(`The service runs at ${emulator.url} with ${hostCount} hosts; the explorer is there too.

Tokens:
  admin-access   ${admin}
  cms-access     ${cms}
  client-access  ${client} (client 1)

Try:
  curl -H 'Accept: application/json' -H 'Authorization: Bearer ${admin}' ${emulator.url}/api/v1/hosts/1

Ctrl-C ends it.
`);
  const stop = () => {
    void emulator.close();
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

main().catch((error: unknown) => {
  const { message, code } = explain(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
});

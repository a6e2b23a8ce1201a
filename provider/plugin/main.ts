import { safeMessage } from "../api/safeText";
import { engineAddressOf, startServer } from "./startServer";
import { endWithEngine } from "./endWithEngine";
import { keepProcessSmall } from "./smallProcess";

/*
 * The provider plugin as a process. The engine reads the port from the first line of the output and connects to it.
 * Without an engine's address it waits for an engine that attaches (`PULUMI_DEBUG_PROVIDERS=hostconfig:PORT`).
 */

async function main(): Promise<void> {
  keepProcessSmall();
  const server = await startServer(engineAddressOf(process.argv.slice(2)));
  endWithEngine(server);
  process.stdout.write(`${server.port}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${safeMessage(error)}\n`);
  process.exit(1);
});

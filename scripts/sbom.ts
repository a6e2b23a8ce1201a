// Writes the software bill of materials of what the package needs at run time, as CycloneDX:
//   npm run sbom [-- FILE]     (default: dist/sbom.cdx.json, which the npm package carries)
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { runCommand } from "../test/engine/runCommand";
import manifest from "../package.json";

const root = resolve(__dirname, "..");

/** The bill from the lock file alone: the same tree gives the same text, whatever is installed and whenever it is made. */
export async function billOfMaterials(): Promise<string> {
  const args = ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"];
  const { status, stdout, reason } = await runCommand("npm", args, { cwd: root });
  if (status !== 0) throw new Error(`npm sbom failed: ${reason}`);
  const bill = JSON.parse(stdout) as Bill;
  // npm's own --omit dev drops whatever a development dependency needs as well.
  bill.components = bill.components.filter(({ properties }) => !properties.some(isDevelopment));
  const refs = new Set(
    [...bill.components, bill.metadata.component].map((component) => component["bom-ref"]),
  );
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  // npm names the package after the folder; number and time differ at every run.
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  bill.metadata.component.name = manifest.name;
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function isDevelopment({ name, value }: Property): boolean {
  return name === "cdx:npm:package:development" && value === "true";
}

interface Property {
  name: string;
  value: string;
}

interface Component {
  "bom-ref": string;
  name: string;
  properties: Property[];
}

interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

async function main(): Promise<void> {
  const file = resolve(
    process.env.INIT_CWD ?? root,
    process.argv[2] ?? resolve(root, "dist", "sbom.cdx.json"),
  );
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await billOfMaterials());
  process.stderr.write(`${file}\n`);
}

if (require.main === module) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}

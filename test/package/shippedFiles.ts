import { runCommand } from "../engine/runCommand";
import { repository } from "../docs/documents";

/** What npm would publish, in the order of the alphabet. The package has to be built. */
export async function shippedFiles(): Promise<string[]> {
  const { stdout } = await runCommand("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: repository,
  });
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
  return (packed?.files ?? []).map(({ path }) => path).sort();
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives each test of a file an empty folder, and removes it afterwards. */
export function temporaryFolder(): () => string {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "hostconfig-test-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return () => folder;
}

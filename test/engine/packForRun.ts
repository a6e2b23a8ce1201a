import { packedFolderVariable, packedPackage } from "./packedPackage";

/** Runs once before the first test: a build during the run changes nothing for the tests. */
export default async function packForRun(): Promise<void> {
  process.env[packedFolderVariable] = await packedPackage();
}

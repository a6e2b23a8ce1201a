import { readFileSync } from "node:fs";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import { GrpcError } from "./grpcError";

/** The package's schema, beside the code. */
export const schemaPath = join(__dirname, "schema.json");

/** The text of the package's schema. */
export function readSchema(path = schemaPath): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GrpcError(
      status.UNAVAILABLE,
      `The schema of this package cannot be read; build or install it again. ${reason}`,
    );
  }
}

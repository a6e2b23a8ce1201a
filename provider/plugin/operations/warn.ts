import { redactor } from "../../api/redact";
import type { EngineConnection } from "../../engine/engineConnection";
import type { Received } from "../wire/receive";
import { secretsOf } from "./secretsOf";

/** Warns on a resource's line, without the secrets in what came with the request; looks for these only where there is a warning. */
export async function warn(
  engine: EngineConnection,
  urn: string,
  warnings: readonly string[],
  ...received: Received[]
): Promise<void> {
  if (warnings.length === 0) return;
  const redact = redactor(secretsOf(...received).words);
  await Promise.all(
    warnings.map((text) => engine.log({ severity: "WARNING", text: redact(text), urn, ephemeral: false })),
  );
}

import { z } from "zod";
import { openText, openTexts } from "../../runtime/carriedText";

/** The properties of a resource, texts as the service has them. */
const properties = z
  .record(z.string(), z.json())
  .transform((record) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [openText(key), openTexts(value)])),
  );

/** A resource as it was, or as it would be; secrets are `[secret]`. */
const resourceState = z.object({
  id: z.string().optional(),
  type: z.string(),
  inputs: properties.nullish(),
  outputs: properties.nullish(),
});

export type ResourceState = z.infer<typeof resourceState>;

const step = z.object({
  /** What the engine would do: `same`, `create`, `update`, `delete`, `replace` and its parts, `refresh`, … */
  op: z.string(),
  urn: z.string(),
  oldState: resourceState.nullish(),
  newState: resourceState.nullish(),
  /** By the path of each value, secret ones included; dynamic resources have none. */
  detailedDiff: z.record(z.string(), z.object({ kind: z.string() })).nullish(),
});

export type PreviewStep = z.infer<typeof step>;

const diagnostic = z.object({
  urn: z.string().nullish(),
  message: z.string().nullish(),
  severity: z.string().nullish(),
});

/** What `pulumi preview --json` and `pulumi refresh --preview-only --json` print. */
export const previewDigest = z.object({
  steps: z.array(step).nullish(),
  diagnostics: z.array(diagnostic).nullish(),
  /** The stack's configuration; what its keys are is all that matters here. */
  config: z.record(z.string(), z.unknown()).nullish(),
  /** How many resources there are by what the engine would do. */
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

export type PreviewDigest = z.infer<typeof previewDigest>;

import { z } from "zod";
import type { Host } from "../hostConfigApi";
import { configuration, id, optionalFlag, optionalId, optionalObject, optionalText, text } from "./fields";

/** A host record. */
export const host = z
  .object({
    id,
    client_id: optionalId,
    active: optionalFlag,
    name: text,
    json: configuration.optional(),
    created_at: optionalText,
    updated_at: optionalText,
    monitoring: optionalObject,
  })
  .transform((wire): Host => {
    return {
      id: wire.id,
      clientId: wire.client_id,
      active: wire.active,
      name: wire.name,
      json: wire.json,
      createdAt: wire.created_at,
      updatedAt: wire.updated_at,
      monitoring: wire.monitoring,
    };
  });

import { z } from "zod";
import type { Group } from "../hostConfigApi";
import { configuration, id, optionalId, optionalText, text } from "./fields";

/** A group record. */
export const group = z
  .object({
    id,
    client_id: optionalId,
    name: text,
    json: configuration.optional(),
    created_at: optionalText,
    updated_at: optionalText,
  })
  .transform((wire): Group => {
    return {
      id: wire.id,
      clientId: wire.client_id,
      name: wire.name,
      json: wire.json,
      createdAt: wire.created_at,
      updatedAt: wire.updated_at,
    };
  });

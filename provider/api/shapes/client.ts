import { z } from "zod";
import type { Client } from "../hostConfigApi";
import { id, optionalText } from "./fields";

/** A client record. */
export const client = z
  .object({
    id,
    firstname: optionalText,
    lastname: optionalText,
    email: optionalText,
    created_at: optionalText,
    updated_at: optionalText,
  })
  .transform((wire): Client => {
    return {
      id: wire.id,
      firstname: wire.firstname,
      lastname: wire.lastname,
      email: wire.email,
      createdAt: wire.created_at,
      updatedAt: wire.updated_at,
    };
  });

import { z } from "zod";
import type { HostCredentials } from "../hostConfigApi";
import { jsonObject, optionalObject, optionalText, text } from "./fields";

/** A user; what comes in the place of an object stands for none. */
const user = z
  .union([
    z.object({
      user: text,
      password: optionalText.transform((value) => value ?? null),
    }),
    z.tuple([]).transform(() => undefined),
    z.object({ user: z.null().optional() }).transform(() => undefined),
  ])
  .nullish()
  .transform((value) => value ?? undefined);

const users = z
  .array(jsonObject, { error: "expected an array of objects" })
  .nullish()
  .transform((value) => value ?? []);

/** A host's credentials. */
export const credentials = z
  .object({
    hostname: optionalText,
    master_user: user,
    admin_user: user,
    facts: optionalObject,
    network: optionalObject,
    platform: optionalObject,
    system_users: users,
    ftp_users: users,
  })
  .transform((wire): HostCredentials => {
    return {
      hostname: wire.hostname,
      masterUser: wire.master_user,
      adminUser: wire.admin_user,
      facts: wire.facts,
      network: wire.network,
      platform: wire.platform,
      systemUsers: wire.system_users,
      ftpUsers: wire.ftp_users,
    };
  });

import { z } from "zod";
import { id } from "./fields";

/** The answer to a host's creation. */
export const createdHost = z.object({ id });

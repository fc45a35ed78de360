import { z } from "zod";
import { eventSchema } from "./envelope.ts";

/** An account was erased: by its owner or an administrator, with a nameless row left behind or without. */
export const AccountErased = eventSchema(
  "AccountErased",
  1,
  z.strictObject({
    userId: z.uuid(),
    by: z.enum(["owner", "admin"]),
    left: z.enum(["nameless_row", "nothing"]),
  }),
);

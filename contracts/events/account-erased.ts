import * as z from "zod";
import { eventSchema } from "./envelope.ts";

export const AccountErased = eventSchema(
  "AccountErased",
  1,
  z.strictObject({
    userId: z.uuid(),
    by: z.enum(["owner", "admin"]),
    left: z.enum(["nameless_row", "nothing"]),
  }),
);

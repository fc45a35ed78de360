import { z } from "zod";
import { eventSchema } from "./envelope.ts";

/** The password of an account is another one: its owner hears of it, in case it was not them. */
export const PasswordChanged = eventSchema(
  "PasswordChanged",
  1,
  z.strictObject({ userId: z.uuid() }),
);

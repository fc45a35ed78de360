import * as z from "zod";
import { eventSchema } from "./envelope.ts";

export const PasswordChanged = eventSchema(
  "PasswordChanged",
  1,
  z.strictObject({ userId: z.uuid() }),
);

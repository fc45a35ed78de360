import * as z from "zod";
import { eventSchema } from "./envelope.ts";

export const EmailChanged = eventSchema("EmailChanged", 1, z.strictObject({ userId: z.uuid() }));

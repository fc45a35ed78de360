import * as z from "zod";
import { idPattern } from "../ids.ts";
import { eventSchema } from "./envelope.ts";

/** All parts of a file are here, and it can be checked. */
export const MaterialUploaded = eventSchema(
  "MaterialUploaded",
  1,
  z.strictObject({ userId: z.uuid(), mediaId: z.string().regex(idPattern("media")) }),
);

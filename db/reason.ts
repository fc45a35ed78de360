import * as z from "zod";
import { TEXT } from "#contracts/text.ts";

// Two sentences and a link.
export const REASON_MAX = 500;

export const Reason = z.string().trim().min(3).max(REASON_MAX).regex(TEXT);

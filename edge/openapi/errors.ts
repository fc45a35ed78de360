import * as z from "zod";
import { WEAK_PASSWORD_REASONS } from "#contracts/api/auth.ts";

/** The answer of every path outside `/rest` and `/auth`. */
export const ApiError = z.object({
  error: z.string(),
  details: z.string().optional(),
  code: z.string(),
  requestId: z.string(),
});

/** PostgREST's shape. */
export const RestError = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullable(),
  hint: z.null(),
  requestId: z.string(),
});

const weakPassword = {
  weak_password: z.object({ reasons: z.array(z.enum(WEAK_PASSWORD_REASONS)) }).optional(),
};

/** GoTrue's shapes: the first is for clients that send `X-Supabase-Api-Version`. */
export const AuthError = z.union([
  z.object({ code: z.string(), message: z.string(), ...weakPassword }),
  z.object({ code: z.int(), error_code: z.string(), msg: z.string(), ...weakPassword }),
  z.object({ error: z.string(), error_description: z.string() }),
]);

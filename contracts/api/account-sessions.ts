import * as z from "zod/mini";

export const AccountSession = z.object({
  id: z.string(),
  created_at: z.string(),
  refreshed_at: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  aal: z.enum(["aal1", "aal2"]),
  is_current: z.boolean(),
});

/** `GET /functions/v1/account/sessions`: the current session first, then by last use. */
export const AccountSessions = z.object({ sessions: z.array(AccountSession) });

export type AccountSessions = z.infer<typeof AccountSessions>;
export type AccountSession = z.infer<typeof AccountSession>;

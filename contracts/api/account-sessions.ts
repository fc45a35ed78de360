import * as z from "zod/mini";

/** A session, as `GET /functions/v1/account/sessions` returns it. Timestamps are ISO 8601. */
export const AccountSession = z.object({
  id: z.string(),
  created_at: z.string(),
  refreshed_at: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  aal: z.enum(["aal1", "aal2"]),
  is_current: z.boolean(),
});

/** The current session first, then by last use. */
export const AccountSessions = z.object({ sessions: z.array(AccountSession) });

export type AccountSession = z.infer<typeof AccountSession>;

import * as z from "zod/mini";

/** A device that is signed in, as `GET /functions/v1/account/sessions` answers it. */
export const AccountSession = z.object({
  id: z.string(),
  /** ISO 8601, as all moments here. */
  created_at: z.string(),
  /** When its access token was last renewed; null when never. */
  refreshed_at: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  aal: z.enum(["aal1", "aal2"]),
  /** Whether it is the one that asks. */
  is_current: z.boolean(),
});

/** All devices of the caller, the one that asks first, then the latest used. */
export const AccountSessions = z.object({ sessions: z.array(AccountSession) });

export type AccountSession = z.infer<typeof AccountSession>;

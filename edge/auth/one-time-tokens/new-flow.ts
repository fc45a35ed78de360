import type { CodeChallenge, NewMailFlow } from "#db/accounts/pkce/insert-mail-flow.ts";
import type { NewRowDeps } from "../deps.ts";

export type MailLinkMethod = "email/signup" | "magiclink" | "recovery" | "email_change" | "invite";

/** @returns null without a PKCE challenge */
export function newFlow(
  { makeUuid, now }: NewRowDeps,
  challenge: CodeChallenge | null,
  authenticationMethod: MailLinkMethod,
  redirectTo: string,
): NewMailFlow | null {
  if (challenge === null) return null;
  return {
    ...challenge,
    id: makeUuid(),
    authenticationMethod,
    redirectTo,
    at: now().toISOString(),
  };
}

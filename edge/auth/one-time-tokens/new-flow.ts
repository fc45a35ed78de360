import type { CodeChallenge, NewMailFlow } from "#db/accounts/insert-flow.ts";
import type { AuthDeps } from "../deps.ts";

/** How the ways to sign in by mail are called in a session's amr, when its browser exchanged a code for it. */
export type MailLinkMethod = "email/signup" | "magiclink" | "recovery" | "email_change" | "invite";

/** What is remembered of a browser that waits for its code; null where it sent no challenge. */
export function newFlow(
  { makeUuid, now }: Pick<AuthDeps, "makeUuid" | "now">,
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

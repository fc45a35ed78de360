import type { Context } from "hono";
import type { AuthMail } from "#contracts/events/accounts.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { CodeChallenge, NewMailFlow } from "#db/accounts/pkce-flows.ts";
import type { AppEnv } from "../../http/env.ts";
import { VISITOR_ACTOR } from "../../http/publish-events.ts";
import type { AccountDeps, NewRowDeps } from "../deps.ts";
import { redirectTarget } from "../http/allowed-redirects.ts";
import { newToken, type TokenInput } from "./new-token.ts";

export type MailLinkMethod = "email/signup" | "magiclink" | "recovery" | "email_change" | "invite";

const VISITOR_MAILS = {
  "confirm-sign-up": { purpose: "confirmation", method: "email/signup" },
  "magic-link": { purpose: "recovery", method: "magiclink" },
  recovery: { purpose: "recovery", method: "recovery" },
} as const;

type VisitorMail = keyof typeof VISITOR_MAILS;

/** @param challenge of the browser that requests the mail; null without PKCE */
export function newVisitorMail(
  c: Context<AppEnv>,
  deps: AccountDeps,
  kind: VisitorMail,
  { address, challenge }: { address: string; challenge: CodeChallenge | null },
) {
  const { purpose, method } = VISITOR_MAILS[kind];
  const redirectTo = redirectTarget(c, deps.config);
  const token = { purpose, address, isPkce: challenge !== null, redirectTo };
  return {
    ...newMail(c, deps, VISITOR_ACTOR, kind, token),
    flow: newFlow(deps, challenge, method, redirectTo),
  };
}

export function newMail(
  c: Context<AppEnv>,
  deps: AccountDeps,
  actor: Actor,
  kind: AuthMail,
  input: TokenInput,
) {
  const token = newToken(deps, input);
  return {
    token,
    mail: newEvent(c.var.events, "AuthMailRequested", actor, { tokenId: token.id, mail: kind }),
  };
}

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

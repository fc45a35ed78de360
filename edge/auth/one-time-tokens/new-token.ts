import type { AuthMail } from "#contracts/events/accounts.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { NewToken } from "#db/accounts/one-time-tokens/change-tokens.ts";
import type { CodeChallenge, NewMailFlow } from "#db/accounts/pkce-flows.ts";
import type { AppContext } from "../../http/env.ts";
import { VISITOR_ACTOR } from "../../http/publish-events.ts";
import type { AuthDeps } from "../deps.ts";
import { redirectTarget } from "../http/allowed-redirects.ts";

type TokenInput = {
  purpose: NewToken["purpose"];
  address: string;
  isPkce: boolean;
  redirectTo: string;
};

/**
 * @param input.address email or phone
 * @param input.isPkce whether the link leads to a PKCE code
 */
export function newToken(deps: AuthDeps, input: TokenInput): NewToken {
  const { MAILER_OTP_LENGTH: codeLength, MAILER_OTP_EXP: lifetimeS } = deps.config;
  return issue(deps, input, { codeLength, lifetimeS });
}

export function newSmsToken(
  deps: AuthDeps,
  { purpose, phone }: { purpose: NewToken["purpose"]; phone: string },
): NewToken {
  const { SMS_OTP_LENGTH: codeLength, SMS_OTP_EXP: lifetimeS, SITE_URL: redirectTo } = deps.config;
  const input = { purpose, address: phone, isPkce: false, redirectTo };
  return issue(deps, input, { codeLength, lifetimeS });
}

function issue(
  { codes, makeUuid, now }: AuthDeps,
  input: TokenInput,
  { codeLength, lifetimeS }: { codeLength: number; lifetimeS: number },
): NewToken {
  const id = makeUuid();
  const at = now();
  return {
    id,
    purpose: input.purpose,
    codeHash: codes.codeHash(input.purpose, input.address, codes.code(id, codeLength)),
    linkHash: codes.linkHash(codes.linkToken(id, input.isPkce)),
    relatesTo: input.address,
    codeLength,
    isPkce: input.isPkce,
    redirectTo: input.redirectTo,
    at: at.toISOString(),
    expiresAt: new Date(at.getTime() + lifetimeS * 1_000).toISOString(),
  };
}

export type MailLinkMethod = "email/signup" | "magiclink" | "recovery" | "email_change" | "invite";

const VISITOR_MAILS = {
  "confirm-sign-up": { purpose: "confirmation", method: "email/signup" },
  "magic-link": { purpose: "recovery", method: "magiclink" },
  recovery: { purpose: "recovery", method: "recovery" },
} as const;

type VisitorMail = keyof typeof VISITOR_MAILS;

/** @param challenge of the browser that requests the mail; null without PKCE */
export function newVisitorMail(
  c: AppContext,
  deps: AuthDeps,
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
  c: AppContext,
  deps: AuthDeps,
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
  { makeUuid, now }: AuthDeps,
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

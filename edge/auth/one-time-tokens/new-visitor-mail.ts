import type { Context } from "hono";
import type { CodeChallenge } from "#db/accounts/pkce/insert-mail-flow.ts";
import type { AppEnv } from "../../http/env.ts";
import { VISITOR_ACTOR } from "../../http/publish-events.ts";
import type { AccountDeps } from "../deps.ts";
import { redirectTarget } from "../http/allowed-redirects.ts";
import { newFlow } from "./new-flow.ts";
import { newMail } from "./new-mail.ts";

const MAILS = {
  "confirm-sign-up": { purpose: "confirmation", method: "email/signup" },
  "magic-link": { purpose: "recovery", method: "magiclink" },
  recovery: { purpose: "recovery", method: "recovery" },
} as const;

type VisitorMail = keyof typeof MAILS;

/** @param challenge of the browser that requests the mail; null without PKCE */
export function newVisitorMail(
  c: Context<AppEnv>,
  deps: AccountDeps,
  kind: VisitorMail,
  { address, challenge }: { address: string; challenge: CodeChallenge | null },
) {
  const { purpose, method } = MAILS[kind];
  const redirectTo = redirectTarget(c, deps.config);
  const token = { purpose, address, isPkce: challenge !== null, redirectTo };
  return {
    ...newMail(c, deps, VISITOR_ACTOR, kind, token),
    flow: newFlow(deps, challenge, method, redirectTo),
  };
}

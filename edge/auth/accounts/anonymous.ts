import type { Context } from "hono";
import { newEvent } from "#contracts/events/new-event.ts";
import { signUpConfirmed } from "#db/accounts/sign-up/sign-up.ts";
import type { AppEnv } from "../../http/env.ts";
import { publishEvents, VISITOR_ACTOR } from "../../http/publish-events.ts";
import type { AccountDeps, SessionDeps } from "../deps.ts";
import { signupDisabledError } from "../http/account-errors.ts";
import { AuthError } from "../http/auth-errors.ts";
import { requireAllowed } from "../limits/require-allowed.ts";
import { newSession } from "../sessions/new-session.ts";
import { sessionResponse } from "../sessions/session-response.ts";
import { newAnonymousAccount } from "./create-account.ts";
import { requireSmallMetadata } from "./metadata.ts";

/** @throws {AuthError} `signup_disabled` or `anonymous_provider_disabled` */
export async function signUpAnonymously(
  c: Context<AppEnv>,
  deps: AccountDeps & SessionDeps,
  data: Record<string, unknown>,
): Promise<Response> {
  const { config } = deps;
  await requireAllowed(c, deps, "anonymous");
  if (config.DISABLE_SIGNUP) {
    throw signupDisabledError();
  }
  if (!config.EXTERNAL_ANONYMOUS_USERS_ENABLED) {
    throw new AuthError("anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  requireSmallMetadata(data);
  const account = newAnonymousAccount(deps, data);
  const created = newEvent(c.var.events, "AccountCreated", VISITOR_ACTOR, {
    userId: account.id,
    origin: "anonymous",
  });
  const signedUp = await signUpConfirmed(deps.db, {
    account,
    identity: null,
    session: newSession(c, deps, "anonymous"),
    created,
  });
  if (signedUp === null) throw new Error("Bug: an account without an address met another");
  publishEvents(c, [created]);
  return c.json(await sessionResponse(deps, signedUp.user, signedUp.session));
}

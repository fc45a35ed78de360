import type { Context } from "hono";
import type { AuthMail } from "#contracts/events/auth-mail-requested.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { AppEnv } from "../../http/env.ts";
import type { AccountDeps } from "../deps.ts";
import { newToken, type TokenInput } from "./new-token.ts";

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

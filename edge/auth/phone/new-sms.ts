import type { Context } from "hono";
import type { AuthSms, SmsChannel } from "#contracts/events/accounts.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { AppEnv } from "../../http/env.ts";
import type { AccountDeps } from "../deps.ts";
import { newSmsToken } from "../one-time-tokens/new-token.ts";

export function newSms(
  c: Context<AppEnv>,
  deps: AccountDeps,
  actor: Actor,
  sms: {
    purpose: "phone_confirmation" | "phone_change" | "reauthentication";
    phone: string;
    kind: AuthSms;
    channel: SmsChannel;
  },
) {
  const { purpose, phone, kind, channel } = sms;
  const token = newSmsToken(deps, { purpose, phone });
  const data = { codeId: token.id, text: kind, channel };
  return { token, sms: newEvent(c.var.events, "AuthSmsRequested", actor, data) };
}

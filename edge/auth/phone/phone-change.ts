import type { SmsChannel } from "#contracts/events/accounts.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import { changeAccount, type PhoneChange } from "#db/accounts/change-account.ts";
import { findUser } from "#db/accounts/users/find-users.ts";
import type { AppContext } from "../../http/env.ts";
import { publishEvents, VISITOR_ACTOR, userActor } from "../../http/publish-events.ts";
import { readPhone } from "../addresses.ts";
import type { AuthDeps } from "../deps.ts";
import { phoneExistsError } from "../http/account-errors.ts";
import { AuthError } from "../http/auth-errors.ts";
import { requireSmsAllowed, tooSoonError } from "../limits/send-timers.ts";
import type { CurrentUser } from "../sessions/bearer.ts";
import { newNotice } from "../sessions/new-session.ts";
import { requireRecentSignIn } from "../sessions/recent-sign-in.ts";
import { readChannel, newSms } from "./new-sms.ts";

/**
 * @returns null when unchanged
 * @throws {AuthError} `phone_provider_disabled`, `reauthentication_needed`, `phone_exists` or
 * `over_sms_send_rate_limit`
 */
export async function preparePhoneChange(
  c: AppContext,
  deps: AuthDeps,
  currentUser: CurrentUser,
  change: { to: string | null; channel: string; isTaken: boolean },
): Promise<PhoneChange | null> {
  const { to, isTaken } = change;
  const { user } = currentUser;
  if (to === null || to === user.phone) return null;
  const { config } = deps;
  const channel = readChannel(change.channel, config);
  if (!config.EXTERNAL_PHONE_ENABLED) {
    throw new AuthError("phone_provider_disabled", "Unsupported phone provider");
  }
  requireRecentSignIn(currentUser, deps.now());
  if (isTaken) throw phoneExistsError();
  const notice = newNotice(c);
  const seenSentAt = user.phoneChangeSentAt;
  if (config.SMS_AUTOCONFIRM) return { to, confirmations: [], seenSentAt, notice };
  const tooSoon = tooSoonError("sms", seenSentAt, config.SMS_MAX_FREQUENCY, deps.now());
  if (tooSoon !== null) throw tooSoon;
  await requireSmsAllowed(c, deps, to, { accountId: user.id, isProven: false });
  return {
    to,
    confirmations: [newPhoneChangeSms(c, deps, userActor(user.id), to, channel)],
    seenSentAt,
    notice,
  };
}

/** The response does not tell whether an SMS was sent. */
export async function resendPhoneChange(
  c: AppContext,
  deps: AuthDeps,
  phoneText: string,
): Promise<Response> {
  const { config, now } = deps;
  const phone = readPhone(phoneText);
  await requireSmsAllowed(c, deps, phone, "unproven");
  const user = await findUser(deps.db, { phone });
  const newPhone = user?.newPhone ?? null;
  // The id is made in either case: the response carries it.
  const confirmation = newPhoneChangeSms(c, deps, VISITOR_ACTOR, newPhone ?? phone, "sms");
  const response = c.json({ message_id: confirmation.sms.id });
  if (user === null || newPhone === null) return response;
  const { SMS_MAX_FREQUENCY: frequencyS } = config;
  if (tooSoonError("sms", user.phoneChangeSentAt, frequencyS, now()) !== null) return response;
  const changed = await changeAccount(deps.db, {
    userId: user.id,
    sessionId: null,
    metadata: null,
    password: null,
    email: null,
    phone: {
      to: newPhone,
      confirmations: [confirmation],
      seenSentAt: user.phoneChangeSentAt,
      notice: newNotice(c),
    },
    at: now().toISOString(),
  });
  if (changed !== null && typeof changed !== "string") publishEvents(c, [confirmation.sms]);
  return response;
}

function newPhoneChangeSms(
  c: AppContext,
  deps: AuthDeps,
  actor: Actor,
  phone: string,
  channel: SmsChannel,
) {
  const purpose = "phone_change";
  return newSms(c, deps, actor, { purpose, phone, kind: "phone-change", channel });
}

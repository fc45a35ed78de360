import { requestReauthentication } from "#db/accounts/one-time-tokens/request-mail.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import type { AppContext } from "../../http/env.ts";
import { userActor } from "../../http/publish-events.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { publishWritten } from "../http/publish-written.ts";
import { requireSmsAllowed, tooSoonAfterError, tooSoonError } from "../limits/send-timers.ts";
import { newSms } from "./new-sms.ts";

/**
 * For accounts without an email.
 *
 * @throws {AuthError} `validation_failed`, `phone_not_confirmed` (422) or
 * `over_sms_send_rate_limit`
 */
export async function reauthenticateBySms(
  c: AppContext,
  deps: AuthDeps,
  user: Account,
): Promise<void> {
  const { phone } = user;
  if (phone === null) {
    throw validationError("Reauthentication requires the user to have an email or a phone number");
  }
  if (user.phoneConfirmedAt === null) {
    throw new AuthError("phone_not_confirmed", "Please verify your phone first.", { status: 422 });
  }
  const { SMS_MAX_FREQUENCY: frequencyS } = deps.config;
  const tooSoon = tooSoonError("sms", user.reauthenticationSentAt, frequencyS, deps.now());
  if (tooSoon !== null) throw tooSoon;
  await requireSmsAllowed(c, deps, phone, { accountId: user.id, isProven: true });
  const kind = "reauthentication";
  const { token, sms } = newSms(c, deps, userActor(user.id), {
    purpose: kind,
    phone,
    kind,
    channel: "sms",
  });
  const { written } = await requestReauthentication(deps.db, {
    userId: user.id,
    token,
    message: sms,
    frequencyS,
  });
  if (written.length === 0) throw tooSoonAfterError("sms", frequencyS);
  publishWritten(c, [sms], written);
}

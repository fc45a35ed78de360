import type { AuthSms, SmsChannel } from "#contracts/events/accounts.ts";
import { requestPhoneCode } from "#db/accounts/sign-up/request-code.ts";
import { signUpConfirmed } from "#db/accounts/sign-up/sign-up.ts";
import type { AppContext } from "../../http/env.ts";
import { publishEvents, VISITOR_ACTOR } from "../../http/publish-events.ts";
import {
  accountCreated,
  asAccount,
  newPhoneAccount,
  type NewPhoneAccount,
} from "../accounts/create-account.ts";
import { requireSmallMetadata } from "../accounts/metadata.ts";
import { readPhone } from "../addresses.ts";
import type { AuthDeps } from "../deps.ts";
import { signupDisabledError } from "../http/account-errors.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { readChallenge } from "../http/pkce-fields.ts";
import { publishWritten } from "../http/publish-written.ts";
import { uncountOtherBudget } from "../limits/send-budget.ts";
import { requireSmsAllowed } from "../limits/send-timers.ts";
import { hashForSignUp } from "../passwords/sign-up-password.ts";
import { newSession } from "../sessions/new-session.ts";
import { sessionResponse } from "../sessions/session-response.ts";
import { userJson } from "../sessions/user-json.ts";
import { readChannel, newSms } from "./new-sms.ts";

type ChallengeFields = Parameters<typeof readChallenge>[0];

/** @param body.password already validated */
export async function signUpWithPhone(
  c: AppContext,
  deps: AuthDeps,
  body: ChallengeFields & {
    phone: string;
    password: string;
    channel: string;
    data: Record<string, unknown>;
  },
): Promise<Response> {
  const { config } = deps;
  const channel = readChannel(body.channel, config);
  if (readChallenge(body, config) !== null) {
    throw validationError("PKCE not supported for phone signups");
  }
  if (!config.EXTERNAL_PHONE_ENABLED) {
    throw new AuthError("phone_provider_disabled", "Phone signups are disabled");
  }
  const phone = readPhone(body.phone);
  requireSmallMetadata(body.data);
  if (!config.SMS_AUTOCONFIRM) await requireSmsAllowed(c, deps, phone, "unproven");
  const fresh = newPhoneAccount(deps, {
    phone,
    passwordHash: await hashForSignUp(deps, { emailOrPhone: phone, password: body.password }),
    data: body.data,
    isConfirmed: config.SMS_AUTOCONFIRM,
  });
  if (config.SMS_AUTOCONFIRM) {
    const created = accountCreated(c, fresh.account.id, "phone");
    const session = newSession(c, deps, "password");
    const signedUp = await signUpConfirmed(deps.db, { ...fresh, session, created });
    if (signedUp === null) throw new AuthError("user_already_exists", "User already registered");
    publishEvents(c, [created]);
    return c.json(await sessionResponse(deps, signedUp.user, signedUp.session));
  }
  await sendCode(c, deps, {
    phone,
    fresh,
    kind: "confirm-sign-up",
    channel,
  });
  return c.json(userJson(asAccount(fresh), config));
}

/** @throws {AuthError} `phone_provider_disabled`, `otp_disabled` or `signup_disabled` */
export async function sendSignInSms(
  c: AppContext,
  deps: AuthDeps,
  body: { phone: string; channel: string; create_user: boolean; data: Record<string, unknown> },
): Promise<Response> {
  const { config } = deps;
  const channel = readChannel(body.channel, config);
  if (!config.EXTERNAL_PHONE_ENABLED) {
    throw new AuthError("phone_provider_disabled", "Unsupported phone provider");
  }
  const phone = readPhone(body.phone);
  requireSmallMetadata(body.data);
  const { unprovenAllowed } = await requireSmsAllowed(c, deps, phone, "either");
  const createsAccount = body.create_user && !config.DISABLE_SIGNUP;
  const fresh = newPhoneAccount(deps, { phone, data: body.data });
  const { isKnown, textId } = await sendCode(c, deps, {
    phone,
    fresh: createsAccount ? fresh : null,
    alsoProven: true,
    unprovenAllowed,
    kind: "sign-in",
    channel,
  });
  if (!isKnown && !(createsAccount && !unprovenAllowed)) {
    throw body.create_user
      ? signupDisabledError()
      : new AuthError("otp_disabled", "Signups not allowed for otp");
  }
  return c.json({ message_id: textId });
}

/** The response does not tell whether an SMS was sent. */
export async function resendPhoneCode(
  c: AppContext,
  deps: AuthDeps,
  phoneText: string,
): Promise<Response> {
  const phone = readPhone(phoneText);
  await requireSmsAllowed(c, deps, phone, "unproven");
  const { textId } = await sendCode(c, deps, {
    phone,
    fresh: null,
    kind: "confirm-sign-up",
    channel: "sms",
  });
  return c.json({ message_id: textId });
}

async function sendCode(
  c: AppContext,
  deps: AuthDeps,
  request: {
    phone: string;
    fresh: NewPhoneAccount | null;
    alsoProven?: boolean;
    unprovenAllowed?: boolean;
    kind: AuthSms;
    channel: SmsChannel;
  },
): Promise<{ isKnown: boolean; textId: string }> {
  const { phone, fresh, alsoProven = false, unprovenAllowed = true, kind, channel } = request;
  const created = fresh === null ? null : accountCreated(c, fresh.account.id, "phone");
  const purpose = "phone_confirmation";
  const { token, sms } = newSms(c, deps, VISITOR_ACTOR, { purpose, phone, kind, channel });
  const { isKnown, isProven, written } = await requestPhoneCode(deps.db, {
    phone,
    fresh: fresh === null || created === null ? null : { ...fresh, created },
    alsoProven,
    unprovenAllowed,
    token,
    sms,
    frequencyS: deps.config.SMS_MAX_FREQUENCY,
  });
  uncountOtherBudget(c, deps, { channel: "sms", isProven });
  const events = created === null ? [sms] : [created, sms];
  publishWritten(c, events, written);
  return { isKnown, textId: sms.id };
}

import type { Context } from "hono";
import type { AuthText, TextChannel } from "#contracts/events/auth-sms-requested.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import type { Account } from "#db/auth/account.ts";
import { redeemPhoneCode } from "#db/auth/redeem-phone-code.ts";
import { requestPhoneCode } from "#db/auth/request-phone-code.ts";
import { requestReauthentication } from "#db/auth/request-reauthentication.ts";
import { signUpConfirmed } from "#db/auth/sign-up.ts";
import type { AppEnv } from "../http/env.ts";
import { announce, makeEvent, VISITOR } from "./announce.ts";
import type { AuthDeps } from "./deps.ts";
import { AuthError } from "./errors.ts";
import { requireSmallMetadata } from "./metadata.ts";
import { asAccount, newPhoneAccount, type NewPhoneAccount } from "./new-account.ts";
import { newTextToken } from "./new-token.ts";
import { readPhone } from "./phone.ts";
import { newSession, readChallenge } from "./request.ts";
import { sessionAnswer } from "./session-answer.ts";
import { readChannel, requirePhoneAllowed, textTooSoon } from "./texts.ts";
import { userJson } from "./user-json.ts";

type ChallengeFields = Parameters<typeof readChallenge>[0];

/**
 * The half of `POST /signup` that begins with a phone.
 *
 * @param body.password one that was found strong enough
 */
export async function signUpWithPhone(
  c: Context<AppEnv>,
  deps: AuthDeps,
  body: ChallengeFields & {
    phone: string;
    password: string;
    channel: string;
    data: Record<string, unknown>;
  },
): Promise<Response> {
  const { config } = deps;
  const channel = readChannel(body.channel);
  if (readChallenge(body) !== null) {
    throw new AuthError("validation_failed", "PKCE not supported for phone signups");
  }
  if (!config.EXTERNAL_PHONE_ENABLED) {
    throw new AuthError("phone_provider_disabled", "Phone signups are disabled");
  }
  const phone = readPhone(body.phone);
  requireSmallMetadata(body.data);
  if (!config.SMS_AUTOCONFIRM) await requirePhoneAllowed(deps, phone);
  const fresh = newPhoneAccount(deps, {
    phone,
    passwordHash: await deps.passwords.hash(body.password),
    data: body.data,
    isConfirmed: config.SMS_AUTOCONFIRM,
  });
  if (config.SMS_AUTOCONFIRM) {
    const created = accountCreated(c, deps, fresh);
    const { graceMs } = deps.publish;
    const session = newSession(c, deps, "password");
    const signedUp = await signUpConfirmed(deps.db, { ...fresh, session, created, graceMs });
    if (signedUp === null) throw new AuthError("user_already_exists", "User already registered");
    announce(c, deps, [created]);
    return c.json(await sessionAnswer(deps, signedUp.user, signedUp.session));
  }
  await textCode(c, deps, {
    phone,
    fresh,
    alsoProven: false,
    kind: "confirm-sign-up",
    channel,
  });
  return c.json(userJson(asAccount(fresh), config));
}

/**
 * The half of `POST /otp` that texts its code.
 *
 * @throws {AuthError} `phone_provider_disabled`, `otp_disabled` or `signup_disabled`
 */
export async function textWayIn(
  c: Context<AppEnv>,
  deps: AuthDeps,
  body: { phone: string; channel: string; create_user: boolean; data: Record<string, unknown> },
): Promise<Response> {
  const { config } = deps;
  const channel = readChannel(body.channel);
  if (!config.EXTERNAL_PHONE_ENABLED) {
    throw new AuthError("phone_provider_disabled", "Unsupported phone provider");
  }
  const phone = readPhone(body.phone);
  requireSmallMetadata(body.data);
  await requirePhoneAllowed(deps, phone);
  const fresh = newPhoneAccount(deps, {
    phone,
    passwordHash: null,
    data: body.data,
    isConfirmed: false,
  });
  const { isKnown, textId } = await textCode(c, deps, {
    phone,
    fresh: body.create_user && !config.DISABLE_SIGNUP ? fresh : null,
    alsoProven: true,
    kind: "sign-in",
    channel,
  });
  if (!isKnown) {
    throw body.create_user
      ? new AuthError("signup_disabled", "Signups not allowed for this instance")
      : new AuthError("otp_disabled", "Signups not allowed for otp");
  }
  return c.json({ message_id: textId });
}

/** The half of `POST /resend` that texts the code of a sign-up once more; the answer does not tell whether it does. */
export async function resendPhoneCode(
  c: Context<AppEnv>,
  deps: AuthDeps,
  given: string,
): Promise<Response> {
  const phone = readPhone(given);
  await requirePhoneAllowed(deps, phone);
  const { textId } = await textCode(c, deps, {
    phone,
    fresh: null,
    alsoProven: false,
    kind: "confirm-sign-up",
    channel: "sms",
  });
  return c.json({ message_id: textId });
}

/**
 * The half of `POST /verify` that takes a texted code.
 *
 * @throws {AuthError} `otp_expired` for a code that is wrong, used or out of date, and for an unknown phone
 */
export async function verifyPhoneCode(
  c: Context<AppEnv>,
  deps: AuthDeps,
  { type, phone: given, token }: { type: "sms" | "phone_change"; phone: string; token: string },
): Promise<Response> {
  const phone = readShownPhone(given);
  const taken = await deps.limits.take("verify_account", phone);
  if (!taken.allowed) {
    throw new AuthError("over_request_rate_limit", "Request rate limit reached", {
      retryAfterS: taken.retryAfterS,
    });
  }
  const purpose = type === "sms" ? "phone_confirmation" : "phone_change";
  const redeemed = await redeemPhoneCode(deps.db, {
    purpose,
    codeHash: deps.codes.codeHash(purpose, phone, token.trim()),
    session: newSession(c, deps, "otp"),
  });
  switch (redeemed.outcome) {
    case "session":
      return c.json(await sessionAnswer(deps, redeemed.user, redeemed.session));
    case "taken":
      throw phoneExists();
    case "banned":
      throw new AuthError("user_banned", "User is banned");
    case "not_found":
      throw new AuthError("otp_expired", "Token has expired or is invalid");
  }
}

/**
 * The half of `GET /reauthenticate` that texts its code, to whoever has no address.
 *
 * @throws {AuthError} `validation_failed`, `phone_not_confirmed` (422) or `over_sms_send_rate_limit`
 */
export async function reauthenticateByText(
  c: Context<AppEnv>,
  deps: AuthDeps,
  user: Account,
): Promise<void> {
  const { phone } = user;
  if (phone === null) {
    throw new AuthError(
      "validation_failed",
      "Reauthentication requires the user to have an email or a phone number",
    );
  }
  if (user.phone_confirmed_at === null) {
    throw new AuthError("phone_not_confirmed", "Please verify your phone first.", { status: 422 });
  }
  const { SMS_MAX_FREQUENCY: frequencyS } = deps.config;
  const tooSoon = textTooSoon(user.reauthentication_sent_at, frequencyS, deps.now());
  if (tooSoon !== null) throw tooSoon;
  await requirePhoneAllowed(deps, phone);
  const kind = "reauthentication";
  const { token, text } = newText(
    c,
    deps,
    { kind: "user", userId: user.id },
    { purpose: kind, phone, kind, channel: "sms" },
  );
  const written = await requestReauthentication(deps.db, {
    userId: user.id,
    token,
    message: text,
    graceMs: deps.publish.graceMs,
  });
  if (written.includes(text.id)) announce(c, deps, [text]);
}

/** The phone is somebody else's. */
export function phoneExists(): AuthError {
  return new AuthError("phone_exists", "A user with this phone number has already been registered");
}

/** A text that is about to be asked for, with the code that it carries. */
export function newText(
  c: Context<AppEnv>,
  deps: AuthDeps,
  actor: Actor,
  wanted: {
    purpose: "phone_confirmation" | "phone_change" | "reauthentication";
    phone: string;
    kind: AuthText;
    channel: TextChannel;
  },
) {
  const { purpose, phone, kind, channel } = wanted;
  const token = newTextToken(deps, { purpose, phone });
  const data = { codeId: token.id, text: kind, channel };
  return { token, text: makeEvent(c, deps, "AuthSmsRequested", actor, data) };
}

async function textCode(
  c: Context<AppEnv>,
  deps: AuthDeps,
  wanted: {
    phone: string;
    fresh: NewPhoneAccount | null;
    alsoProven: boolean;
    kind: AuthText;
    channel: TextChannel;
  },
): Promise<{ isKnown: boolean; textId: string }> {
  const { phone, fresh, alsoProven, kind, channel } = wanted;
  const created = fresh === null ? null : accountCreated(c, deps, fresh);
  const purpose = "phone_confirmation";
  const { token, text } = newText(c, deps, VISITOR, { purpose, phone, kind, channel });
  const { isKnown, written } = await requestPhoneCode(deps.db, {
    phone,
    fresh: fresh === null || created === null ? null : { ...fresh, created },
    alsoProven,
    token,
    text,
    frequencyS: deps.config.SMS_MAX_FREQUENCY,
    graceMs: deps.publish.graceMs,
  });
  const events = created === null ? [text] : [created, text];
  announce(
    c,
    deps,
    events.filter(({ id }) => written.includes(id)),
  );
  return { isKnown, textId: text.id };
}

function accountCreated(c: Context<AppEnv>, deps: AuthDeps, { account }: NewPhoneAccount) {
  const data = { userId: account.id, origin: "phone" } as const;
  return makeEvent(c, deps, "AccountCreated", VISITOR, data);
}

function readShownPhone(text: string): string {
  try {
    return readPhone(text);
  } catch (cause) {
    throw new AuthError("validation_failed", "Invalid phone number format (E.164 required)", {
      status: 422,
      cause,
    });
  }
}

import * as z from "zod";
import { signIn } from "#db/accounts/sessions/change-sessions.ts";
import { type EmailOrPhone, findCredentials } from "#db/accounts/users/find-users.ts";
import type { EdgeConfig } from "../../config.ts";
import type { AppContext } from "../../http/env.ts";
import { readPhone } from "../addresses.ts";
import type { AuthDeps } from "../deps.ts";
import { userBannedError } from "../http/account-errors.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { metaFields, readJson } from "../http/auth-json-body.ts";
import {
  recordSuccessFrom,
  requireAllowedFor,
  requirePasswordAttemptAllowed,
  consumeForVisitor,
  refundToVisitor,
} from "../limits/require-allowed.ts";
import { withFailureFloor } from "../passwords/failure-floor.ts";
import { weaknessOf } from "../passwords/strength.ts";
import { isBanned } from "../sessions/bearer.ts";
import { newSession } from "../sessions/new-session.ts";
import { sessionResponse } from "../sessions/session-response.ts";

export const PasswordGrant = z.object({
  email: z.string().default(""),
  phone: z.string().default(""),
  password: z.string().default(""),
  ...metaFields,
});

/**
 * Unknown account, missing password and wrong password get one response after the same work.
 * Only the right password reveals that an account is unconfirmed or banned.
 */
export async function passwordGrant(c: AppContext, deps: AuthDeps): Promise<Response> {
  const body = await readJson(c, PasswordGrant);
  const emailOrPhone = readEmailOrPhone(body, deps.config);
  const limitKey = limitKeyOf(emailOrPhone);
  await requireAllowedFor(c, deps, "token", limitKey);
  // Others behind one address may have spent it; where the account knows the address, it does not need it.
  const share = await consumeForVisitor(c, deps, "wrong_password");
  await requirePasswordAttemptAllowed(c, deps, limitKey, share);
  return withFailureFloor(deps.config.FAILED_SIGN_IN_MIN_MS, async () => {
    const response = await signInWithPassword(c, deps, emailOrPhone, body.password);
    if (share.allowed) await refundToVisitor(c, deps, "wrong_password");
    return response;
  });
}

async function signInWithPassword(
  c: AppContext,
  deps: AuthDeps,
  emailOrPhone: EmailOrPhone,
  password: string,
): Promise<Response> {
  const found = await findCredentials(deps.db, emailOrPhone);
  const stored = found?.passwordHash ?? null;
  const { matches, outdated } = await deps.passwords.verify(password, stored);
  if (found === null || stored === null || !matches) throw invalidCredentialsError();
  if (isBanned(found.user, deps.now())) throw userBannedError(400);
  if ("email" in emailOrPhone && found.user.emailConfirmedAt === null) {
    throw new AuthError("email_not_confirmed", "Email not confirmed");
  }
  if ("phone" in emailOrPhone && found.user.phoneConfirmedAt === null) {
    throw new AuthError("phone_not_confirmed", "Phone not confirmed");
  }
  const signedIn = await signIn(deps.db, {
    userId: found.user.id,
    session: newSession(c, deps, "password"),
    password: {
      verified: stored,
      replacement: outdated ? await deps.passwords.hash(password) : null,
    },
  });
  if (signedIn === null) throw invalidCredentialsError();
  // It comes no earlier, because the creator of an unproven account has its password and must not get more
  // attempts.
  await recordSuccessFrom(c, deps, limitKeyOf(emailOrPhone));
  const weakness = weaknessOf(password, deps.config, found.user);
  return c.json(
    await sessionResponse(
      deps,
      signedIn.user,
      signedIn.session,
      weakness === null ? {} : { weak_password: weakness },
    ),
  );
}

function limitKeyOf(emailOrPhone: EmailOrPhone): string {
  return "email" in emailOrPhone ? emailOrPhone.email : emailOrPhone.phone;
}

function readEmailOrPhone(
  { email, phone }: z.infer<typeof PasswordGrant>,
  config: EdgeConfig,
): EmailOrPhone {
  if (email !== "" && phone !== "") {
    throw validationError("Only an email address or phone number should be provided on login.");
  }
  if (email !== "") {
    if (config.EXTERNAL_EMAIL_ENABLED) return { email: email.toLowerCase() };
    throw new AuthError("email_provider_disabled", "Email logins are disabled", { status: 422 });
  }
  if (phone !== "") {
    if (config.EXTERNAL_PHONE_ENABLED) return { phone: readPhone(phone) };
    throw new AuthError("phone_provider_disabled", "Phone logins are disabled", { status: 422 });
  }
  throw validationError("missing email or phone");
}

function invalidCredentialsError(): AuthError {
  return new AuthError("invalid_credentials", "Invalid login credentials");
}

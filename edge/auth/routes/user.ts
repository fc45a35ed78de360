import * as z from "zod";
import { DAY_MS } from "#contracts/durations.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import {
  changeAccount,
  type EmailChange,
  type PasswordChange,
} from "#db/accounts/change-account.ts";
import { findCurrentUserForChange } from "#db/accounts/sessions/find-sessions.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { listUndeliverableAddresses } from "#db/emails/find-undeliverable.ts";
import { type AppContext, newRoutes } from "../../http/env.ts";
import { userActor } from "../../http/publish-events.ts";
import { requireSmallMetadata } from "../accounts/metadata.ts";
import { readEmail, readPhone } from "../addresses.ts";
import type { AuthDeps } from "../deps.ts";
import { requireAal2IfEnrolled } from "../factors/factor-rules.ts";
import {
  changedMeanwhileError,
  emailExistsError,
  phoneExistsError,
} from "../http/account-errors.ts";
import { redirectTarget } from "../http/allowed-redirects.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { readJson } from "../http/auth-json-body.ts";
import { pkceFields, readChallenge } from "../http/pkce-fields.ts";
import { publishWritten } from "../http/publish-written.ts";
import {
  accountLimitKey,
  recordCodeSuccess,
  recordSuccessFrom,
  requireAllowedFor,
  requireCodeAttemptAllowed,
  requirePasswordAttemptAllowed,
} from "../limits/require-allowed.ts";
import { requireMailAllowed, tooSoonError } from "../limits/send-timers.ts";
import { newEmailChange } from "../one-time-tokens/new-email-change.ts";
import type { Passwords } from "../passwords/hash.ts";
import { requireStrongPassword } from "../passwords/strength.ts";
import { preparePhoneChange } from "../phone/phone-change.ts";
import {
  type CurrentUser,
  getCurrentUser,
  requireCurrentUser,
  requireTokenUser,
} from "../sessions/bearer.ts";
import {
  hasRecentMailboxProof,
  isRecentSignIn,
  requireRecentSignIn,
} from "../sessions/recent-sign-in.ts";
import { userJson } from "../sessions/user-json.ts";

export const UserUpdate = z.object({
  email: z.string().default(""),
  phone: z.string().default(""),
  password: z.optional(z.string()),
  nonce: z.string().default(""),
  current_password: z.string().default(""),
  data: z.optional(z.record(z.string(), z.unknown())),
  app_metadata: z.optional(z.unknown()),
  channel: z.string().default(""),
  ...pkceFields,
});
type UserUpdate = z.infer<typeof UserUpdate>;

/** A session this young counts as reauthenticated. */
const FRESH_MS = DAY_MS;

export function userRoutes(deps: AuthDeps) {
  return newRoutes()
    .get("/user", async (c) => {
      const tokenUser = await requireTokenUser(c, deps);
      const { user } = await getCurrentUser(deps, tokenUser);
      return c.json(userJson(user, deps.config));
    })
    .put("/user", async (c) => {
      const tokenUser = await requireTokenUser(c, deps);
      await requireAllowedFor(c, deps, "user_update", tokenUser.userId);
      const body = await readJson(c, UserUpdate);
      const newEmail = body.email === "" ? null : readEmail(body.email);
      const newPhone = body.phone === "" ? null : readPhone(body.phone);
      const state = await findCurrentUserForChange(deps.db, tokenUser, { newEmail, newPhone });
      const currentUser = requireCurrentUser(state, tokenUser, deps.now());
      const limitKey = accountLimitKey(currentUser.user);
      requireMayChange(currentUser, body);
      requireSmallMetadata(body.data ?? {}, currentUser.user.userMetadata);
      const keepsEmail = newEmail !== null && newEmail === currentUser.user.email;
      const email =
        newEmail === null || keepsEmail
          ? null
          : await prepareEmailChange(c, deps, currentUser, {
              body,
              to: newEmail,
              isTaken: state.emailTaken,
            });
      const password =
        body.password === undefined
          ? null
          : await preparePasswordChange(c, deps, currentUser, {
              limitKey,
              body,
              password: body.password,
              storedHash: state.passwordHash,
            });
      const phone = await preparePhoneChange(c, deps, currentUser, {
        to: newPhone,
        channel: body.channel,
        isTaken: state.phoneTaken,
      });
      const changed = await changeAccount(deps.db, {
        ...currentUser.ids,
        metadata: body.data ?? null,
        password,
        email,
        withdrawsEmailChange: keepsEmail,
        phone,
        at: deps.now().toISOString(),
      });
      if (changed === null) {
        const { user } = await getCurrentUser(deps, currentUser.ids);
        if (password !== null && password.nonceHash !== null) throw invalidNonceError();
        const { SMTP_MAX_FREQUENCY: mailS, SMS_MAX_FREQUENCY: smsS } = deps.config;
        throw (
          tooSoonError("mail", user.emailChangeSentAt, mailS, deps.now()) ??
          tooSoonError("sms", user.phoneChangeSentAt, smsS, deps.now()) ??
          changedMeanwhileError()
        );
      }
      if (password !== null) {
        if (password.nonceHash !== null) await recordCodeSuccess(c, deps, currentUser.user.id);
        await recordSuccessFrom(c, deps, limitKey);
      }
      if (typeof changed === "string") {
        throw changed === "phone_taken" ? phoneExistsError() : emailExistsError();
      }
      const events = [
        ...(password === null ? [] : [password.event]),
        ...(email?.event == null ? [] : [email.event]),
        ...(email?.confirmations ?? []).map(({ mail }) => mail),
        ...(phone?.confirmations ?? []).map(({ sms }) => sms),
      ];
      publishWritten(c, events, changed.written);
      return c.json(userJson(changed.user, deps.config));
    });
}

function requireMayChange(currentUser: CurrentUser, body: UserUpdate): void {
  const { user } = currentUser;
  if (body.app_metadata !== undefined) {
    throw new AuthError("not_admin", "Updating app_metadata requires admin privileges");
  }
  const isSensitive = body.password !== undefined || body.email !== "" || body.phone !== "";
  if (isSensitive && user.isSso) {
    throw new AuthError(
      "user_sso_managed",
      "Updating email, phone, password of a SSO account only possible via SSO",
    );
  }
  requireAal2IfEnrolled(currentUser);
  const addsEmailOrPhone = body.email !== "" || body.phone !== "";
  if (user.isAnonymous && body.password !== undefined && !addsEmailOrPhone) {
    throw validationError(
      "Updating password of an anonymous user without an email or phone is not allowed",
      { status: 422 },
    );
  }
}

async function prepareEmailChange(
  c: AppContext,
  deps: AuthDeps,
  currentUser: CurrentUser,
  { body, to, isTaken }: { body: UserUpdate; to: string; isTaken: boolean },
): Promise<EmailChange> {
  requireRecentSignIn(currentUser, deps.now());
  const { user } = currentUser;
  if (isTaken) throw emailExistsError();
  // An anonymous account has no email whose owner could object.
  if (user.isAnonymous && deps.config.MAILER_AUTOCONFIRM) {
    const event = newEvent(c.var.events, "EmailChanged", userActor(user.id), { userId: user.id });
    return {
      to,
      confirmations: [],
      flow: null,
      seenSentAt: user.emailChangeSentAt,
      event,
      isCurrentUnreachable: false,
      isRepeat: false,
    };
  }
  const { SMTP_MAX_FREQUENCY: frequencyS } = deps.config;
  const tooSoon = tooSoonError("mail", user.emailChangeSentAt, frequencyS, deps.now());
  if (tooSoon !== null) throw tooSoon;
  // Any mailbox may be named, by any number of accounts.
  await requireMailAllowed(c, deps, "email_change", to, { accountId: user.id, isProven: false });
  return newEmailChange(c, deps, userActor(user.id), {
    from: user.email,
    to,
    seenSentAt: user.emailChangeSentAt,
    challenge: readChallenge(body, deps.config),
    redirectTo: redirectTarget(c, deps.config),
    // A bounced mailbox cannot confirm: a recent sign-in replaces its confirmation.
    isCurrentUnreachable: user.email !== null && (await hasBounced(deps, user.email)),
  });
}

async function hasBounced({ config, db }: AuthDeps, email: string): Promise<boolean> {
  const hash = createAddressHash(config.AUTH_CODE_SECRET).of(email);
  const known = await listUndeliverableAddresses(db, [hash]);
  return known.some(({ reason }) => reason === "bounced");
}

async function preparePasswordChange(
  c: AppContext,
  deps: AuthDeps,
  currentUser: CurrentUser,
  change: { limitKey: string; body: UserUpdate; password: string; storedHash: string | null },
): Promise<PasswordChange> {
  const { config } = deps;
  const { user, session } = currentUser;
  const { limitKey, body, password, storedHash } = change;
  await requireStrongPassword(deps, password, user);
  const needsCurrent =
    config.SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD &&
    storedHash !== null &&
    !hasRecentMailboxProof(session, deps.now());
  const isCurrentGiven = needsCurrent && body.current_password !== "";
  const nonceHash = isCurrentGiven && body.nonce === "" ? null : readNonce(deps, currentUser, body);
  // It is counted by id, as codes of a factor are: codes typed at the sign-in are counted by email.
  if (nonceHash !== null) await requireCodeAttemptAllowed(c, deps, user.id);
  // The comparison would tell a session thief whether a password is right, so it counts as an
  // attempt.
  if (storedHash !== null) await requirePasswordAttemptAllowed(c, deps, limitKey);
  if (storedHash === null && nonceHash === null) requireRecentSignIn(currentUser, deps.now());
  if (needsCurrent && nonceHash === null) {
    await requireCurrentPassword(deps.passwords, body.current_password, storedHash);
  }
  if (storedHash !== null && (await deps.passwords.verify(password, storedHash)).matches) {
    throw new AuthError("same_password", "New password should be different from the old password.");
  }
  return {
    hash: await deps.passwords.hash(password),
    nonceHash,
    event: newEvent(c.var.events, "PasswordChanged", userActor(user.id), { userId: user.id }),
  };
}

/** @returns the hash of the reauthentication code, or null if none is needed */
function readNonce(
  { codes, config, now }: AuthDeps,
  { user, session }: CurrentUser,
  { nonce }: UserUpdate,
): string | null {
  if (!config.SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION) return null;
  const isFresh =
    isRecentSignIn(session, now()) ||
    (session !== null && now().getTime() - Date.parse(session.createdAt) < FRESH_MS);
  if (nonce === "" && isFresh) return null;
  if (nonce === "") {
    throw new AuthError("reauthentication_needed", "Password update requires reauthentication");
  }
  return codes.codeHash("reauthentication", user.email ?? user.phone ?? "", nonce.trim());
}

async function requireCurrentPassword(
  passwords: Passwords,
  password: string,
  storedHash: string,
): Promise<void> {
  if (password === "") {
    throw new AuthError(
      "current_password_required",
      "Current password required when setting new password.",
    );
  }
  if (!(await passwords.verify(password, storedHash)).matches) {
    throw new AuthError("current_password_invalid", "Current password provided is invalid.");
  }
}

function invalidNonceError(): AuthError {
  return new AuthError("reauthentication_not_valid", "Nonce has expired or is invalid");
}

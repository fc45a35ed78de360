import { timingSafeEqual } from "node:crypto";
import type * as z from "zod";
import { type AccountExport, Reauthentication } from "#contracts/api/account-data.ts";
import type { AccountEmail } from "#contracts/api/account-email.ts";
import type { AccountSession, AccountSessions } from "#contracts/api/account-sessions.ts";
import { type MailLink, MailLinkRequest } from "#contracts/api/mail-link.ts";
import {
  type AddedMethod,
  type AddedMethods,
  type Removal,
  RemovalLink,
  RemoveMethods,
} from "#contracts/api/sign-in-methods.ts";
import { DAY_MS, HOUR_MS } from "#contracts/durations.ts";
import { AppError, type ErrorCode } from "#contracts/errors.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { TERMS } from "#contracts/terms.ts";
import {
  type AddedMethodRow,
  findNoticedMethod,
  listAddedMethods,
} from "#db/accounts/methods/find-methods.ts";
import { removeSignInMethods } from "#db/accounts/methods/remove-sign-in-methods.ts";
import { findMailLink } from "#db/accounts/one-time-tokens/find-tokens.ts";
import { reauthenticateSession } from "#db/accounts/sessions/change-sessions.ts";
import { findCurrentUserForChange, listSessions } from "#db/accounts/sessions/find-sessions.ts";
import type { Account, FactorRow } from "#db/accounts/users/account-row.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { listUndeliverableAddresses } from "#db/emails/find-undeliverable.ts";
import { eraseAccount } from "#db/personal-data/erase-account.ts";
import { exportAccount } from "#db/personal-data/export-account.ts";
import { type AppContext, newRoutes } from "../../http/env.ts";
import { appErrorResponse, errorResponse } from "../../http/errors.ts";
import { publishEvents, userActor } from "../../http/publish-events.ts";
import { visitorKey } from "../../http/rate-limit.ts";
import type { AuthDeps } from "../deps.ts";
import { isVerified, needsAal2 } from "../factors/factor-rules.ts";
import { AuthError, type AuthErrorCode } from "../http/auth-errors.ts";
import { readJson } from "../http/auth-json-body.ts";
import {
  accountLimitKey,
  recordCodeSuccess,
  recordSuccessFrom,
  requireAllowed,
  requireAllowedFor,
  requireCodeAttemptAllowed,
  requirePasswordAttemptAllowed,
} from "../limits/require-allowed.ts";
import {
  type CurrentUser,
  getCurrentUser,
  requireCurrentUser,
  requireTokenUser,
  unlessSignedOut,
} from "../sessions/bearer.ts";
import { newNotice } from "../sessions/new-session.ts";
import { hasRecentEmailProof, isRecentSignIn } from "../sessions/recent-sign-in.ts";
import { userJson } from "../sessions/user-json.ts";

/** `/functions/v1/account`: sessions, state of the email, export and erasure. */
export function accountRoutes(deps: AuthDeps) {
  const { config, db, now } = deps;
  const addressHash = createAddressHash(config.AUTH_CODE_SECRET);
  return newRoutes()
    .get("/sessions", async (c) => {
      const tokenUser = await requireTokenUser(c, deps);
      const state = await listSessions(db, tokenUser, {
        at: now().toISOString(),
        inactivityS: config.SESSIONS_INACTIVITY_TIMEOUT ?? null,
      });
      requireAal2ForAccount(requireCurrentUser(state, tokenUser, now()));
      const sessions = state.sessions.map((session): AccountSession => ({
        id: session.id,
        created_at: session.createdAt,
        refreshed_at: session.refreshedAt,
        user_agent: session.userAgent,
        aal: session.aal,
        ip: session.ip === null ? null : shortenIp(session.ip),
        is_current: session.id === tokenUser.sessionId,
      }));
      return c.json<AccountSessions>({ sessions: sessions.toSorted(byCurrent) });
    })
    .get("/email", async (c) => {
      const tokenUser = await requireTokenUser(c, deps);
      const found = await findCurrentUserForChange(db, tokenUser);
      const currentUser = requireCurrentUser(found, tokenUser, now());
      requireAal2ForAccount(currentUser);
      const { email, newEmail, emailChangeHalfway } = currentUser.user;
      const [mark] = await undeliverableOf([email ?? ""]);
      return c.json<AccountEmail>({
        is_undeliverable: mark !== undefined,
        is_new_address_enough:
          newEmail !== null && emailChangeHalfway && mark?.reason === "bounced",
        has_password: found.passwordHash !== null,
      });
    })
    .post("/mail-link", async (c) => {
      await requireAllowed(c, deps, "verify");
      const { token } = await readJson(c, MailLinkRequest);
      const link = await findMailLink(db, {
        linkHash: deps.codes.linkHash(token),
        at: now().toISOString(),
      });
      const email = link?.email ?? link?.newEmail ?? null;
      if (link === null || email === null) {
        throw new AppError("not_found", ACCOUNT_MESSAGES.link.expired);
      }
      return c.json<MailLink>({ email, new_email: link.newEmail });
    })
    .post("/removal", async (c) => c.json<Removal>((await requireRemoval(c)).removal))
    .post("/removal/confirm", async (c) => {
      const { userId, subjectId, removal } = await requireRemoval(c);
      await removeSignInMethods(db, {
        userId,
        ids: [subjectId],
        keptSessionId: null,
        notice: newNotice(c),
      });
      return c.json<Removal>({ ...removal, method: null });
    })
    .get("/recovery", async (c) => {
      const { methods } = await requireRecovery(c);
      return c.json<AddedMethods>({ methods: methods.map(addedMethodJson) });
    })
    .post("/recovery", async (c) => {
      const { ids: chosen } = await readJson(c, RemoveMethods);
      const { ids, methods } = await requireRecovery(c);
      const isRemoved = await removeSignInMethods(db, {
        userId: ids.userId,
        ids: methods.filter(({ id }) => chosen.includes(id)).map(({ id }) => id),
        keptSessionId: ids.sessionId,
        notice: newNotice(c),
      });
      // A repeat finds nothing, and is answered alike.
      if (!isRemoved) await getCurrentUser(deps, ids);
      return c.json({});
    })
    .get("/export", async (c) => {
      const tokenUser = await requireTokenUser(c, deps);
      await requireAllowedFor(c, deps, "user_update", tokenUser.userId);
      const { user: account, session, invoiceEmails, ...rows } = await exportAccount(db, tokenUser);
      const currentUser = requireCurrentUser({ user: account, session }, tokenUser, now());
      requireAal2ForAccount(currentUser);
      const { user } = currentUser;
      c.header("Content-Disposition", 'attachment; filename="my-data.json"');
      return c.json<AccountExport>({
        exported_at: now().toISOString(),
        account: userJson(user, config),
        undeliverable_addresses: await undeliverableOf([user.email ?? "", ...invoiceEmails]),
        invoice_emails: invoiceEmails,
        ...rows,
      });
    })
    .post("/reauthenticate", async (c) => {
      const tokenUser = await requireTokenUser(c, deps);
      await requireAllowedFor(c, deps, "user_update", tokenUser.userId);
      const body = await readJson(c, Reauthentication);
      const state = await findCurrentUserForChange(db, tokenUser);
      const currentUser = requireCurrentUser(state, tokenUser, now());
      requireAal2ForAccount(currentUser);
      const { user } = currentUser;
      const { method, nonceHash } = await requireProof(c, user, state.passwordHash, body);
      const at = now();
      const isProven = await reauthenticateSession(db, {
        userId: user.id,
        sessionId: tokenUser.sessionId,
        nonceHash,
        entry: { method, timestamp: Math.floor(at.getTime() / 1_000) },
        at: at.toISOString(),
      });
      if (!isProven) throw invalidProofError();
      if (nonceHash !== null) await recordCodeSuccess(c, deps, user.id);
      return c.json({});
    })
    .post("/erase", async (c) => {
      const tokenUser = await requireTokenUser(c, deps);
      await requireAllowedFor(c, deps, "user_update", tokenUser.userId);
      const currentUser = await getCurrentUser(deps, tokenUser);
      requireAal2ForAccount(currentUser);
      if (!isRecentSignIn(currentUser.session, now())) {
        throw new AppError("reauthentication_needed", MESSAGES.refused.reauthenticate);
      }
      const { user, ids } = currentUser;
      const event = newEvent(c.var.events, "AccountErased", userActor(user.id), {
        userId: user.id,
        by: "owner",
        left: "nameless_row",
      });
      switch (await eraseAccount(db, { ...ids, event })) {
        case "billing":
          throw new AppError("subscription_active", MESSAGES.refused.subscriptionActive);
        case "not_found":
          throw await unlessSignedOut(deps, ids, invalidProofError());
        case "erased":
          publishEvents(c, [event]);
          return c.json({});
      }
    })
    .onError((error, c) =>
      error instanceof AuthError ? appErrorResponse(toAppError(error), c) : errorResponse(error, c),
    );

  /** @throws {AppError} `not_found` for a link that is forged or older than a day, or whose account is gone */
  async function requireRemoval(c: AppContext) {
    await requireAllowed(c, deps, "verify");
    const { event: eventId, token } = await readJson(c, RemovalLink);
    const genuine = Buffer.from(deps.codes.removalToken(eventId));
    const since = new Date(now().getTime() - TERMS.removalLink.hours * HOUR_MS).toISOString();
    const noticed = timingSafeEqual(Buffer.from(token), genuine)
      ? await findNoticedMethod(db, { eventId, since })
      : null;
    if (noticed === null) throw new AppError("not_found", ACCOUNT_MESSAGES.removal.expired);
    const { userId, subjectId, email, method } = noticed;
    const removal = { email, method: method === null ? null : addedMethodJson(method) };
    return { userId, subjectId, removal };
  }

  /**
   * A factor that a thief may have added lets its owner pass, who has just proven the mailbox; an older one is asked for.
   *
   * @throws {AppError} `reauthentication_needed` or `insufficient_aal`
   */
  async function requireRecovery(c: AppContext) {
    const tokenUser = await requireTokenUser(c, deps);
    await requireAllowedFor(c, deps, "user_update", tokenUser.userId);
    const since = new Date(now().getTime() - TERMS.recovery.days * DAY_MS).toISOString();
    const { methods, ...state } = await listAddedMethods(db, tokenUser, since);
    const currentUser = requireCurrentUser(state, tokenUser, now());
    const { user, session } = currentUser;
    const isProven = session !== null && hasRecentEmailProof(user, session, now());
    const isOld = ({ createdAt }: FactorRow) => Date.parse(createdAt) <= Date.parse(since);
    if (!isProven || user.factors.filter(isVerified).some(isOld))
      requireAal2ForAccount(currentUser);
    if (!isProven) throw new AppError("reauthentication_needed", ACCOUNT_MESSAGES.recovery.tooLate);
    return { ids: { userId: user.id, sessionId: session.id }, methods };
  }

  async function undeliverableOf(emails: readonly string[]) {
    const hashes = new Map(emails.map((email) => [addressHash.of(email), email]));
    const marks = await listUndeliverableAddresses(db, [...hashes.keys()]);
    return marks.map(({ id, reason, since }) => ({ email: hashes.get(id), reason, since }));
  }

  /** @returns the method for `amr`, and the hash of a code, to redeem with the action */
  async function requireProof(
    c: AppContext,
    user: Account,
    passwordHash: string | null,
    { password, nonce }: z.infer<typeof Reauthentication>,
  ): Promise<{ method: string; nonceHash: string | null }> {
    if (nonce !== "") {
      await requireCodeAttemptAllowed(c, deps, user.id);
      const addressee = user.email ?? user.phone ?? "";
      const nonceHash = deps.codes.codeHash("reauthentication", addressee, nonce.trim());
      return { method: "otp", nonceHash };
    }
    // An SSO account has none, and may bear the email of another.
    if (password === "" || passwordHash === null) throw invalidProofError();
    const limitKey = accountLimitKey(user);
    await requirePasswordAttemptAllowed(c, deps, limitKey);
    const { matches } = await deps.passwords.verify(password, passwordHash);
    if (!matches) throw invalidProofError();
    await recordSuccessFrom(c, deps, limitKey);
    return { method: "password", nonceHash: null };
  }
}

/**
 * Reading needs it, too.
 *
 * @throws {AppError} `insufficient_aal`
 */
function requireAal2ForAccount(currentUser: CurrentUser): void {
  if (!needsAal2(currentUser)) return;
  throw new AppError("insufficient_aal", MESSAGES.refused.insufficientAal);
}

function invalidProofError(): AppError {
  return new AppError("reauthentication_not_valid", MESSAGES.refused.proofWrong);
}

/** All other auth errors concern the session. */
const APP_ERRORS: Partial<Record<AuthErrorCode, [code: ErrorCode, message: string]>> = {
  bad_json: ["invalid_json", MESSAGES.refused.invalidJson],
  request_entity_too_large: ["payload_too_large", MESSAGES.refused.payloadTooLarge],
  over_request_rate_limit: ["rate_limited", MESSAGES.refused.rateLimited],
  service_unavailable: ["unavailable", MESSAGES.refused.unavailable],
};

function toAppError(error: AuthError): AppError {
  const [code, message] = APP_ERRORS[error.code] ?? ["unauthenticated", MESSAGES.refused.signIn];
  return new AppError(code, message, { cause: error });
}

/** Recognisable to the user, useless to a thief of the session. */
function shortenIp(ip: string): string {
  return ip.includes(":") ? visitorKey(ip) : ip.replace(/\.\d+$/, ".x");
}

function addedMethodJson({ id, kind, name, addedAt }: AddedMethodRow): AddedMethod {
  return { id, kind, name, added_at: addedAt };
}

function byCurrent(a: AccountSession, b: AccountSession): number {
  return Number(b.is_current) - Number(a.is_current);
}

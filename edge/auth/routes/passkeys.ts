import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import * as z from "zod";
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  redeemChallenge,
  renamePasskey,
  signInWithPasskey,
} from "#db/accounts/passkeys/change-passkeys.ts";
import { findPasskey, listPasskeys, type PasskeyRow } from "#db/accounts/passkeys/find-passkeys.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import { type AppContext, newRoutes } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { needsAal2, type FactorUser, requireFactorUser } from "../factors/factor-rules.ts";
import { userBannedError } from "../http/account-errors.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { metaFields, readJson, requireSolvedCaptcha } from "../http/auth-json-body.ts";
import { requireAllowed, requireAllowedFor } from "../limits/require-allowed.ts";
import { AuthenticationCredential, RegistrationCredential } from "../passkeys/credential.ts";
import {
  authenticatorName,
  CHALLENGE_LIFE_MS,
  creationOptions,
  relyingPartyOf,
  requestOptions,
} from "../passkeys/options.ts";
import {
  type Expected,
  verifyAuthentication,
  verifyRegistration,
} from "../passkeys/verify-passkey.ts";
import { isBanned, requireTokenUser, unlessSignedOut } from "../sessions/bearer.ts";
import { newNotice, newSession } from "../sessions/new-session.ts";
import { requireRecentSignIn } from "../sessions/recent-sign-in.ts";
import { sessionResponse } from "../sessions/session-response.ts";

const PASSKEYS_MAX = 10;
const NAME_MAX_BYTES = 120;

export const OptionsBody = z.object(metaFields);
const VerifyBody = z.object({
  challenge_id: z.optional(z.string()),
  credential: z.optional(z.unknown()),
});
export const RenameBody = z.object({ friendly_name: z.string().default("") });
const Uuid = z.uuid();

type PasskeyUser = FactorUser & { passkeys: PasskeyRow[] };

export function passkeyRoutes(deps: AuthDeps) {
  const { config, db, now, makeUuid } = deps;

  /** @throws {AuthError} as `requireFactorUser`; `validation_failed` (422) for an SSO account */
  async function getPasskeyUser(c: AppContext): Promise<PasskeyUser> {
    const tokenUser = await requireTokenUser(c, deps);
    const { passkeys, ...state } = await listPasskeys(db, tokenUser);
    const currentUser = requireFactorUser(state, tokenUser, now());
    if (currentUser.user.isSso) {
      throw validationError("SSO users cannot have passkeys", { status: 422 });
    }
    return { ...currentUser, passkeys };
  }

  /** @param userId null for a sign-in */
  async function issueChallenge(userId: string | null) {
    const at = now();
    const expiresAt = new Date(at.getTime() + CHALLENGE_LIFE_MS);
    const issued = { id: makeUuid(), challenge: randomBytes(32).toString("base64url") };
    await insertChallenge(db, {
      ...issued,
      userId,
      createdAt: at.toISOString(),
      expiresAt: expiresAt.toISOString(),
    });
    return { ...issued, expiresAt: Math.floor(expiresAt.getTime() / 1_000) };
  }

  /** @throws {AuthError} `webauthn_challenge_not_found` or `webauthn_challenge_expired` */
  async function requireChallenge(id: string, userId: string | null): Promise<Expected> {
    const issued = await redeemChallenge(db, { id, issuedTo: userId });
    if (issued === null) {
      throw new AuthError("webauthn_challenge_not_found", "WebAuthn challenge not found");
    }
    if (Date.parse(issued.expiresAt) <= now().getTime()) {
      throw new AuthError("webauthn_challenge_expired", "WebAuthn challenge has expired");
    }
    return { challenge: issued.challenge, ...relyingPartyOf(config) };
  }

  return newRoutes()
    .use("/passkeys/*", async function onlyEnabled(_, next) {
      if (!config.PASSKEY_ENABLED) throw new AuthError("passkey_disabled", "Passkeys are disabled");
      await next();
    })
    .post("/passkeys/registration/options", async (c) => {
      const { userId } = await requireTokenUser(c, deps);
      await requireAllowedFor(c, deps, "passkey", userId);
      const { user, passkeys } = requireMayRegister(await getPasskeyUser(c), now());
      const { id, challenge, expiresAt } = await issueChallenge(user.id);
      return c.json({
        challenge_id: id,
        options: creationOptions(config, user, passkeys, challenge),
        expires_at: expiresAt,
      });
    })
    .post("/passkeys/registration/verify", async (c) => {
      const { ids } = requireMayRegister(await getPasskeyUser(c), now());
      const { challengeId, credential } = await readAnswer(c, RegistrationCredential);
      const expected = await requireChallenge(challengeId, ids.userId);
      const verified = await verifyRegistration(credential, expected);
      if (verified === null) throw verificationFailedError();
      const id = makeUuid();
      const at = now().toISOString();
      const friendlyName = authenticatorName(verified.aaguid);
      const isNew = await insertPasskey(db, {
        ...verified,
        ...ids,
        id,
        transports: credential.response.transports ?? [],
        friendlyName,
        notice: newNotice(c),
        at,
      });
      if (!isNew) {
        throw await unlessSignedOut(
          deps,
          ids,
          new AuthError("webauthn_credential_exists", "This passkey is registered already"),
        );
      }
      return c.json({ id, friendly_name: friendlyName, created_at: at });
    })
    .post("/passkeys/authentication/options", async (c) => {
      await requireAllowed(c, deps, "passkey");
      await requireSolvedCaptcha(c, deps, await readJson(c, OptionsBody));
      const { id, challenge, expiresAt } = await issueChallenge(null);
      return c.json({
        challenge_id: id,
        options: requestOptions(config, challenge),
        expires_at: expiresAt,
      });
    })
    .post("/passkeys/authentication/verify", async (c) => {
      await requireAllowed(c, deps, "token");
      const { challengeId, credential } = await readAnswer(c, AuthenticationCredential);
      const expected = await requireChallenge(challengeId, null);
      const found = await findPasskey(db, credential.id);
      // One answer for an unknown passkey and a wrong one.
      if (found === null) throw verificationFailedError();
      const { user, passkey } = found;
      const verified = await verifyAuthentication(credential, expected, passkey);
      if (verified === null) throw verificationFailedError();
      requireMaySignIn(user, now());
      const signedIn = await signInWithPasskey(db, {
        ...verified,
        passkeyId: passkey.id,
        session: newSession(c, deps, "passkey"),
      });
      if (signedIn === null) throw verificationFailedError();
      return c.json(await sessionResponse(deps, signedIn.user, signedIn.session));
    })
    .get("/passkeys", async (c) => c.json((await getPasskeyUser(c)).passkeys.map(passkeyJson)))
    .patch("/passkeys/:id", async (c) => {
      const { ids } = await getPasskeyUser(c);
      const friendlyName = (await readJson(c, RenameBody)).friendly_name.trim();
      if (friendlyName === "" || Buffer.byteLength(friendlyName) > NAME_MAX_BYTES) {
        throw validationError("friendly_name must be 1 to 120 bytes long");
      }
      const id = readPasskeyId(c);
      const renamed = await renamePasskey(db, {
        ...ids,
        id,
        friendlyName,
        at: now().toISOString(),
      });
      if (renamed === null) throw await unlessSignedOut(deps, ids, passkeyNotFoundError());
      return c.json(passkeyJson(renamed));
    })
    .delete("/passkeys/:id", async (c) => {
      const currentUser = await getPasskeyUser(c);
      requireAal2ForPasskeys(currentUser);
      const { ids } = currentUser;
      const isDeleted = await deletePasskey(db, {
        ...ids,
        id: readPasskeyId(c),
        notice: newNotice(c),
      });
      if (!isDeleted) throw await unlessSignedOut(deps, ids, passkeyNotFoundError());
      return c.body(null, 204);
    });
}

export function passkeyJson({ id, friendlyName, createdAt, lastUsedAt }: PasskeyRow) {
  return {
    id,
    friendly_name: friendlyName,
    created_at: createdAt,
    ...(lastUsedAt === null ? {} : { last_used_at: lastUsedAt }),
  };
}

/** @throws {AuthError} `validation_failed` (404) for a malformed id */
export function readPasskeyId(c: Context, name = "id"): string {
  const id = Uuid.safeParse(c.req.param(name));
  if (!id.success) throw passkeyNotFoundError();
  return id.data.toLowerCase();
}

/** Another user's passkey is not found, either. */
export function passkeyNotFoundError(): AuthError {
  return validationError("Passkey not found", { status: 404 });
}

/** @throws {AuthError} `validation_failed` for a missing or malformed part */
async function readAnswer<S extends z.ZodType>(
  c: Context,
  schema: S,
): Promise<{ challengeId: string; credential: z.infer<S> }> {
  const body = await readJson(c, VerifyBody);
  const challengeId = Uuid.safeParse(body.challenge_id);
  if (!challengeId.success) throw validationError("challenge_id must be an UUID");
  const credential = schema.safeParse(body.credential);
  if (!credential.success) throw validationError("credential is incomplete or malformed");
  return { challengeId: challengeId.data, credential: credential.data };
}

/**
 * Two registrations at once may exceed the maximum by one, which harms nobody.
 *
 * @throws {AuthError} `insufficient_aal`, `reauthentication_needed` or `too_many_passkeys`
 */
function requireMayRegister(currentUser: PasskeyUser, now: Date): PasskeyUser {
  requireAal2ForPasskeys(currentUser);
  requireRecentSignIn(currentUser, now);
  if (currentUser.passkeys.length >= PASSKEYS_MAX) {
    throw new AuthError("too_many_passkeys", "Maximum number of passkeys reached");
  }
  return currentUser;
}

function requireAal2ForPasskeys(currentUser: FactorUser): void {
  if (!needsAal2(currentUser)) return;
  throw new AuthError("insufficient_aal", "AAL2 required to add or delete a passkey");
}

/** @throws {AuthError} `user_banned`, `email_not_confirmed` or `phone_not_confirmed`, all 403 */
function requireMaySignIn(user: Account, now: Date): void {
  if (isBanned(user, now)) throw userBannedError();
  if (user.email !== null && user.emailConfirmedAt === null) {
    throw new AuthError("email_not_confirmed", "Email not confirmed", { status: 403 });
  }
  if (user.phone !== null && user.email === null && user.phoneConfirmedAt === null) {
    throw new AuthError("phone_not_confirmed", "Phone not confirmed", { status: 403 });
  }
}

function verificationFailedError(): AuthError {
  return new AuthError("webauthn_verification_failed", "The passkey could not be verified");
}

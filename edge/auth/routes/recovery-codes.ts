import { randomBytes } from "node:crypto";
import * as z from "zod";
import { deleteFactor } from "#db/accounts/factors/change-factors.ts";
import {
  insertRecoveryCodes,
  replaceRecoveryCodes,
  verifyRecoveryCode,
} from "#db/accounts/factors/change-recovery-codes.ts";
import { findRecoveryCodes } from "#db/accounts/factors/find-factors.ts";
import type { OneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { newRoutes } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import {
  amrWith,
  FACTOR_METHODS,
  factorNotFoundError,
  type FactorUser,
  isVerified,
  nameConflictError,
  readFactorName,
  requireFactorUser,
  getFactorUser,
} from "../factors/factor-rules.ts";
import { AuthError } from "../http/auth-errors.ts";
import { readJson, readOptionalJson } from "../http/auth-json-body.ts";
import { requireTokenUser, unlessSignedOut } from "../sessions/bearer.ts";
import { newNotice } from "../sessions/new-session.ts";
import { requireRecentSignIn } from "../sessions/recent-sign-in.ts";
import { sessionResponse } from "../sessions/session-response.ts";

const TYPE = "recovery_code";
const DEFAULT_NAME = "Recovery codes";

export const CodesName = z.object({ friendly_name: z.optional(z.string()) });
export const RecoveryCode = z.object({ code: z.string().default("") });

/** `/factors/recovery-codes`: a set of codes is one factor, beside others. */
export function recoveryCodeRoutes(deps: AuthDeps) {
  const { db, now } = deps;

  function newCodesFor(userId: string) {
    const codes = newRecoveryCodes();
    return { codes, codeHashes: codes.map((code) => recoveryCodeHash(deps.codes, userId, code)) };
  }

  return newRoutes()
    .get("/factors/recovery-codes", async (c) => {
      const tokenUser = await requireTokenUser(c, deps);
      const { recoveryCodes, ...state } = await findRecoveryCodes(db, tokenUser);
      requireFactorUser(state, tokenUser, now());
      if (recoveryCodes === null) throw factorNotFoundError();
      return c.json({ ...recoveryCodes, type: TYPE, total: RECOVERY_CODES });
    })
    .post("/factors/recovery-codes", async (c) => {
      const currentUser = await getFactorUser(c, deps);
      const { friendly_name: given } = await readOptionalJson(c, CodesName);
      const friendlyName = readFactorName(given) ?? DEFAULT_NAME;
      if (
        !currentUser.user.factors.some((factor) => isVerified(factor) && factor.factorType !== TYPE)
      ) {
        throw soleFactorError();
      }
      requireAal2(currentUser);
      requireRecentSignIn(currentUser, now());
      if (currentUser.user.factors.some((factor) => factor.factorType === TYPE))
        throw codesExistError();
      if (currentUser.user.factors.some((factor) => factor.friendlyName === friendlyName)) {
        throw nameConflictError();
      }
      const id = deps.makeUuid();
      const { ids } = currentUser;
      const { codes, codeHashes } = newCodesFor(ids.userId);
      const outcome = await insertRecoveryCodes(db, {
        ...ids,
        id,
        friendlyName,
        codeHashes,
        notice: newNotice(c),
        at: now().toISOString(),
      });
      if (outcome === "taken") throw codesExistError();
      if (outcome === "sole_factor") throw await unlessSignedOut(deps, ids, soleFactorError());
      return c.json({ id, type: TYPE, friendly_name: friendlyName, total: RECOVERY_CODES, codes });
    })
    .post("/factors/recovery-codes/verify", async (c) => {
      const { user, session, ids } = await getFactorUser(c, deps, "factor_verify");
      const { code } = await readJson(c, RecoveryCode);
      const at = now();
      const verified = await verifyRecoveryCode(db, {
        userId: user.id,
        sessionId: session.id,
        codeHash: recoveryCodeHash(deps.codes, user.id, code),
        amr: amrWith(session.amr, FACTOR_METHODS.recovery_code, at),
        notice: newNotice(c),
        at: at.toISOString(),
      });
      switch (verified.outcome) {
        case "raised":
          return c.json(await sessionResponse(deps, verified.user, verified.session));
        case "locked":
          throw new AuthError("mfa_recovery_codes_locked", "Too many wrong recovery codes", {
            retryAfterS: Math.ceil((Date.parse(verified.until) - at.getTime()) / 1_000),
          });
        case "wrong":
          throw await unlessSignedOut(
            deps,
            ids,
            new AuthError("mfa_verification_failed", "Invalid recovery code entered"),
          );
      }
    })
    .post("/factors/recovery-codes/regenerate", async (c) => {
      const currentUser = await getFactorUser(c, deps);
      requireAal2(currentUser);
      requireRecentSignIn(currentUser, now());
      const { ids } = currentUser;
      const { codes, codeHashes } = newCodesFor(ids.userId);
      const replaced = await replaceRecoveryCodes(db, {
        ...ids,
        codeHashes,
        notice: newNotice(c),
        at: now().toISOString(),
      });
      if (replaced === null) throw await unlessSignedOut(deps, ids, factorNotFoundError());
      const { id, friendlyName } = replaced;
      return c.json({ id, type: TYPE, friendly_name: friendlyName, total: RECOVERY_CODES, codes });
    })
    .delete("/factors/recovery-codes", async (c) => {
      const currentUser = await getFactorUser(c, deps);
      const set = currentUser.user.factors.find((factor) => factor.factorType === TYPE);
      if (set === undefined) throw factorNotFoundError();
      requireAal2(currentUser);
      const { ids } = currentUser;
      const isDeleted = await deleteFactor(db, {
        ...ids,
        factorId: set.id,
        method: FACTOR_METHODS.recovery_code,
        notice: newNotice(c),
      });
      if (!isDeleted) throw await unlessSignedOut(deps, ids, factorNotFoundError());
      return c.json({ id: set.id });
    });
}

/** Codes stand in for another factor. */
function soleFactorError(): AuthError {
  return new AuthError(
    "mfa_recovery_codes_sole_factor",
    "Recovery codes need another verified factor",
  );
}

function requireAal2({ session }: FactorUser): void {
  if (session.aal === "aal2") return;
  throw new AuthError("insufficient_aal", "AAL2 required to manage recovery codes");
}

function codesExistError(): AuthError {
  return new AuthError(
    "mfa_verified_factor_exists",
    "Recovery codes exist already, regenerate them to get new ones",
  );
}

const RECOVERY_CODES = 10;

/** The alphabet lacks i, l, o and u, which are mistaken for others. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

/** 80 random bits each, so that a keyed hash needs no cost. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(""),
  );
}

/** Case, blanks and hyphens do not count. */
function recoveryCodeHash(codes: OneTimeCodes, userId: string, code: string): string {
  return codes.codeHash("recovery_code", userId, code.toLowerCase().replaceAll(/[\s-]/g, ""));
}

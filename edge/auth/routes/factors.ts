import * as z from "zod";
import { deleteFactor } from "#db/accounts/factors/change-factors.ts";
import { findFactorAttempt } from "#db/accounts/factors/find-factors.ts";
import { verifyFactor } from "#db/accounts/factors/verify-factor.ts";
import type { EdgeConfig } from "../../config.ts";
import { newRoutes } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { createEncryptor } from "../encrypt.ts";
import {
  invalidCodeError,
  requireOpenChallenge,
  startChallenge,
  verifyCode,
} from "../factors/challenge.ts";
import { enrollPhone, enrollTotp } from "../factors/enroll.ts";
import {
  amrWith,
  type ChallengedFactor,
  FACTOR_METHODS,
  factorNotFoundError,
  getFactor,
  isVerified,
  readFactorName,
  requireAal2ForNewFactor,
  requireFactorUser,
  getFactorUser,
} from "../factors/factor-rules.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { readJson } from "../http/auth-json-body.ts";
import {
  recordCodeSuccess,
  requireAllowedFor,
  requireCodeAttemptAllowed,
  visitorKeyOf,
} from "../limits/require-allowed.ts";
import { readChannel } from "../phone/new-sms.ts";
import { requireTokenUser, unlessSignedOut } from "../sessions/bearer.ts";
import { newNotice } from "../sessions/new-session.ts";
import { requireRecentSignIn } from "../sessions/recent-sign-in.ts";
import { sessionResponse } from "../sessions/session-response.ts";

/** Nil UUID in place of a malformed id, so that nothing is found. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

export const Enrolment = z.object({
  factor_type: z.optional(z.string()),
  friendly_name: z.optional(z.string()),
  issuer: z.optional(z.string()),
  phone: z.optional(z.string()),
});
export const FactorChannel = z.object({ channel: z.optional(z.string()) });
export const FactorCode = z.object({
  challenge_id: z.optional(z.uuid()),
  code: z.optional(z.string()),
});
const Uuid = z.uuid().catch(NO_ID);

export function factorRoutes(authDeps: AuthDeps) {
  const encryptor = createEncryptor(authDeps.config.AUTH_ENCRYPTION_SECRET, "mfa-factor");
  const deps = { ...authDeps, encryptor };
  const { db, now } = deps;

  return newRoutes()
    .post("/factors", async (c) => {
      const user = await getFactorUser(c, deps);
      requireRecentSignIn(user, now());
      const body = await readJson(c, Enrolment);
      const friendlyName = readFactorName(body.friendly_name);
      switch (body.factor_type ?? "") {
        case "totp":
          return c.json(
            await enrollTotp(deps, user, { friendlyName, issuer: orNull(body.issuer) }),
          );
        case "phone":
          return c.json(await enrollPhone(deps, user, { friendlyName, phone: orNull(body.phone) }));
        case "webauthn":
          throw new AuthError(
            "mfa_webauthn_enroll_not_enabled",
            "MFA enroll is disabled for WebAuthn",
          );
        default:
          throw validationError("factor_type needs to be totp or phone");
      }
    })
    .post("/factors/:id/challenge", async (c) => {
      const user = await getFactorUser(c, deps, "factor_challenge");
      const factor = getFactor(user, c.req.param("id"));
      requireVerifyEnabled(factor, deps.config);
      requireAal2ForNewFactor(user, factor);
      // Clients send no body for TOTP.
      const body = factor.factorType === "phone" ? await readJson(c, FactorChannel) : {};
      const channel = readChannel(body.channel, deps.config);
      return c.json(await startChallenge(c, deps, user, factor, channel));
    })
    .post("/factors/:id/verify", async (c) => {
      const tokenUser = await requireTokenUser(c, deps);
      await requireAllowedFor(c, deps, "factor_verify", tokenUser.userId);
      const { challenge_id: challengeId = NO_ID, code = "" } = await readJson(c, FactorCode);
      const ids = { factorId: Uuid.parse(c.req.param("id")), challengeId };
      const attempt = await findFactorAttempt(db, tokenUser, ids);
      const currentUser = requireFactorUser(attempt, tokenUser, now());
      const { user, session } = currentUser;
      const factor = getFactor(currentUser, c.req.param("id"));
      requireVerifyEnabled(factor, deps.config);
      requireAal2ForNewFactor(currentUser, factor);
      if (!isVerified(factor)) requireRecentSignIn(currentUser, now());
      if (code === "") throw validationError("Code needs to be non-empty");
      requireOpenChallenge(attempt, visitorKeyOf(c), now());
      await requireCodeAttemptAllowed(c, deps, user.id);
      const proof = verifyCode(deps, factor, attempt, withoutBlanks(code));
      if (proof === null) throw invalidCodeError(factor);
      const at = now();
      const raised = await verifyFactor(db, {
        ...ids,
        ...proof,
        userId: user.id,
        sessionId: session.id,
        amr: amrWith(session.amr, FACTOR_METHODS[factor.factorType], at),
        notice: newNotice(c),
        at: at.toISOString(),
      });
      if (raised === null) throw await unlessSignedOut(deps, tokenUser, invalidCodeError(factor));
      await recordCodeSuccess(c, deps, user.id);
      return c.json(await sessionResponse(deps, raised.user, raised.session));
    })
    .delete("/factors/:id", async (c) => {
      const currentUser = await getFactorUser(c, deps);
      const { session, ids } = currentUser;
      const factor = getFactor(currentUser, c.req.param("id"));
      if (isVerified(factor) && session.aal !== "aal2") {
        throw new AuthError("insufficient_aal", "AAL2 required to unenroll verified factor", {
          status: 422,
        });
      }
      const isDeleted = await deleteFactor(db, {
        ...ids,
        factorId: factor.id,
        method: FACTOR_METHODS[factor.factorType],
        notice: newNotice(c),
      });
      if (!isDeleted) throw await unlessSignedOut(deps, ids, factorNotFoundError());
      return c.json({ id: factor.id });
    });
}

function requireVerifyEnabled(factor: ChallengedFactor, config: EdgeConfig): void {
  switch (factor.factorType) {
    case "totp":
      if (config.MFA_TOTP_VERIFY_ENABLED) return;
      throw new AuthError("mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP");
    case "phone":
      if (config.MFA_PHONE_VERIFY_ENABLED) return;
      throw new AuthError("mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
  }
}

/** Authenticators show digits in two groups. */
function withoutBlanks(code: string): string {
  return code.replaceAll(/\s/g, "");
}

function orNull(text: string | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}

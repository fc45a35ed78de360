import { randomBytes } from "node:crypto";
import { base32nopad } from "@scure/base";
import { type EnrolFactor, enrolFactor } from "#db/auth/enrol-factor.ts";
import type { AuthDeps } from "./deps.ts";
import { AuthError } from "./errors.ts";
import { type FactorUser, isVerified, nameConflict, requireRoomForFactor } from "./factors.ts";
import { readPhone } from "./phone.ts";
import { fitsQrCode, qrSvg } from "./qr-code.ts";
import type { Sealer } from "./seal.ts";
import { TOTP_SECRET_BYTES, totpUri } from "./totp.ts";

type EnrolmentDeps = Pick<AuthDeps, "config" | "db" | "makeUuid" | "now">;

/**
 * Begins to set up an authenticator.
 *
 * @param issuer what the authenticator shows; the site's host if left out
 * @returns the secret, readable this once, as text, address and drawing
 */
export async function enrolTotp(
  deps: EnrolmentDeps & { sealer: Sealer },
  caller: FactorUser,
  friendlyName: string | null,
  issuer: string | null,
) {
  const { config, sealer } = deps;
  if (!config.MFA_TOTP_ENROLL_ENABLED) {
    throw new AuthError("mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP");
  }
  const id = deps.makeUuid();
  const { user } = caller;
  const secret = base32nopad.encode(randomBytes(TOTP_SECRET_BYTES));
  const uri = totpUri({
    issuer: issuer ?? new URL(config.SITE_URL).host,
    account: user.email ?? user.phone ?? user.id,
    secret,
  });
  if (!fitsQrCode(uri)) throw new AuthError("validation_failed", "The issuer is too long");
  const proof = { type: "totp", sealedSecret: sealer.seal(secret, id) } as const;
  await enrol(deps, caller, { id, friendlyName, proof });
  return {
    id,
    type: proof.type,
    friendly_name: friendlyName ?? "",
    totp: { qr_code: qrSvg(uri), secret, uri },
  };
}

/** Begins to set up a phone. */
export async function enrolPhone(
  deps: EnrolmentDeps,
  caller: FactorUser,
  friendlyName: string | null,
  given: string | null,
) {
  if (!deps.config.MFA_PHONE_ENROLL_ENABLED) {
    throw new AuthError("mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  }
  if (given === null) {
    throw new AuthError("validation_failed", "Phone number required to enroll Phone factor");
  }
  const phone = readPhone(given);
  if (caller.user.factors.some((known) => known.phone === phone && isVerified(known))) {
    throw new AuthError(
      "mfa_verified_factor_exists",
      "A verified phone factor already exists, unenroll the existing factor to continue",
    );
  }
  const id = deps.makeUuid();
  await enrol(deps, caller, { id, friendlyName, proof: { type: "phone", phone } });
  return { id, type: "phone", friendly_name: friendlyName ?? "", phone };
}

async function enrol(
  { config, db, now }: EnrolmentDeps,
  caller: FactorUser,
  factor: Pick<EnrolFactor, "id" | "friendlyName" | "proof">,
): Promise<void> {
  const at = now();
  const staleBefore = new Date(at.getTime() - config.MFA_FACTOR_EXPIRY_DURATION * 1_000);
  const { friendlyName, proof } = factor;
  const phone = proof.type === "phone" ? proof.phone : null;
  requireRoomForFactor(caller, { friendlyName, phone, staleBefore }, config);
  const isNew = await enrolFactor(db, {
    ...factor,
    userId: caller.user.id,
    at: at.toISOString(),
    staleBefore: staleBefore.toISOString(),
  });
  if (!isNew) throw nameConflict();
}

import { randomBytes } from "node:crypto";
import { base32nopad } from "@scure/base";
import { type EnrollFactor, enrollFactor } from "#db/accounts/factors/change-factors.ts";
import { readPhone } from "../addresses.ts";
import type { AuthDeps } from "../deps.ts";
import type { Encryptor } from "../encrypt.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { unlessSignedOut } from "../sessions/bearer.ts";
import {
  type FactorUser,
  isVerified,
  nameConflictError,
  requireBelowFactorLimit,
} from "./factor-rules.ts";
import { fitsQrCode, qrSvg } from "./qr-code.ts";
import { TOTP_SECRET_BYTES, totpUri } from "./totp.ts";

type EnrollTotp = {
  friendlyName: string | null;
  /** Null for the site's host. */
  issuer: string | null;
};

/** @returns the secret, this once, as text, URI and QR code */
export async function enrollTotp(
  deps: AuthDeps & { encryptor: Encryptor },
  currentUser: FactorUser,
  { friendlyName, issuer }: EnrollTotp,
) {
  const { config, encryptor } = deps;
  if (!config.MFA_TOTP_ENROLL_ENABLED) {
    throw new AuthError("mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP");
  }
  const id = deps.makeUuid();
  const { user } = currentUser;
  const secret = base32nopad.encode(randomBytes(TOTP_SECRET_BYTES));
  const uri = totpUri({
    issuer: issuer ?? new URL(config.SITE_URL).host,
    account: user.email ?? user.phone ?? user.id,
    secret,
  });
  if (!fitsQrCode(uri)) throw validationError("The issuer is too long");
  const proof = { type: "totp", encryptedSecret: encryptor.encrypt(secret, id) } as const;
  await saveFactor(deps, currentUser, { id, friendlyName, proof });
  return {
    id,
    type: proof.type,
    friendly_name: friendlyName ?? "",
    totp: { qr_code: qrSvg(uri), secret, uri },
  };
}

export async function enrollPhone(
  deps: AuthDeps,
  currentUser: FactorUser,
  { friendlyName, phone: phoneText }: { friendlyName: string | null; phone: string | null },
) {
  if (!deps.config.MFA_PHONE_ENROLL_ENABLED) {
    throw new AuthError("mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  }
  if (phoneText === null) throw validationError("Phone number required to enroll Phone factor");
  const phone = readPhone(phoneText);
  if (currentUser.user.factors.some((known) => known.phone === phone && isVerified(known))) {
    throw new AuthError(
      "mfa_verified_factor_exists",
      "A verified phone factor already exists, unenroll the existing factor to continue",
    );
  }
  const id = deps.makeUuid();
  await saveFactor(deps, currentUser, { id, friendlyName, proof: { type: "phone", phone } });
  return { id, type: "phone", friendly_name: friendlyName ?? "", phone };
}

async function saveFactor(
  deps: AuthDeps,
  currentUser: FactorUser,
  factor: Pick<EnrollFactor, "id" | "friendlyName" | "proof">,
): Promise<void> {
  const { config, db } = deps;
  const at = deps.now();
  const staleBefore = new Date(at.getTime() - config.MFA_FACTOR_EXPIRY_DURATION * 1_000);
  const { friendlyName, proof } = factor;
  const phone = proof.type === "phone" ? proof.phone : null;
  requireBelowFactorLimit(currentUser, { friendlyName, phone, staleBefore }, config);
  const isNew = await enrollFactor(db, {
    ...factor,
    ...currentUser.ids,
    at: at.toISOString(),
    staleBefore: staleBefore.toISOString(),
  });
  if (!isNew) throw await unlessSignedOut(deps, currentUser.ids, nameConflictError());
}

import { createHash } from "node:crypto";
import * as z from "zod";
import type { PasskeyRow } from "#db/accounts/passkeys/list-passkeys.ts";
import { type AuthenticatorData, readAuthenticatorData } from "./authenticator-data.ts";
import { decodeFirst, isSignedBy, readCoseKey } from "./cose-key.ts";
import type { AuthenticationCredential, RegistrationCredential } from "./credential.ts";

export type Expected = {
  /** Base64url. */
  challenge: string;
  origin: string;
  rpId: string;
};

export type VerifiedPasskey = Pick<
  PasskeyRow,
  "credentialId" | "publicKey" | "aaguid" | "signCount" | "isBackupEligible" | "isBackedUp"
>;

type KnownPasskey = Pick<PasskeyRow, "userId" | "publicKey" | "signCount" | "isBackupEligible">;

const ClientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.optional(z.boolean()),
});

/**
 * Ignores the attestation, which the options do not ask for: the key proves itself at each sign-in.
 *
 * @returns null when a check fails
 */
export async function verifyRegistration(
  { id, response }: RegistrationCredential,
  expected: Expected,
): Promise<VerifiedPasskey | null> {
  if (!isClientDataOf("webauthn.create", response.clientDataJSON, expected)) return null;
  const attestation = decodeFirst(bytesOf(response.attestationObject))?.value;
  const authData = attestation instanceof Map ? attestation.get("authData") : undefined;
  if (!(authData instanceof Uint8Array)) return null;
  const data = readAuthenticatorData(Buffer.from(authData));
  if (data === null || data.attested === null || !isMadeFor(expected.rpId, data)) return null;
  const { aaguid, credentialId, keyAndRest } = data.attested;
  if (credentialId.toString("base64url") !== id) return null;
  const key = await readCoseKey(keyAndRest);
  if (key === null) return null;
  const { signCount, isBackupEligible, isBackedUp } = data;
  const publicKey = Buffer.from(key).toString("base64url");
  return { credentialId: id, publicKey, aaguid, signCount, isBackupEligible, isBackedUp };
}

/**
 * @returns what to save at the passkey, or null when a check fails, for example of a passkey whose
 * copy signed in before
 */
export async function verifyAuthentication(
  { response }: AuthenticationCredential,
  expected: Expected,
  passkey: KnownPasskey,
): Promise<Pick<PasskeyRow, "signCount" | "isBackedUp"> | null> {
  if (!isClientDataOf("webauthn.get", response.clientDataJSON, expected)) return null;
  if (response.userHandle !== userHandleOf(passkey.userId)) return null;
  const authData = bytesOf(response.authenticatorData);
  const data = readAuthenticatorData(authData);
  if (data === null || !isMadeFor(expected.rpId, data)) return null;
  if (data.isBackupEligible !== passkey.isBackupEligible) return null;
  const { signCount, isBackedUp } = data;
  // Synced passkeys do not count: theirs stays 0.
  if (signCount <= passkey.signCount && (signCount !== 0 || passkey.signCount !== 0)) return null;
  const isSigned = await isSignedBy(
    bytesOf(passkey.publicKey),
    bytesOf(response.signature),
    new Uint8Array(Buffer.concat([authData, sha256(bytesOf(response.clientDataJSON))])),
  );
  return isSigned ? { signCount, isBackedUp } : null;
}

/** The account's id, as authenticators save it and return it at a sign-in. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString("base64url");
}

function isClientDataOf(
  type: "webauthn.create" | "webauthn.get",
  clientDataJson: string,
  { challenge, origin }: Expected,
): boolean {
  const data = ClientData.safeParse(parseJson(bytesOf(clientDataJson).toString())).data;
  return (
    data !== undefined &&
    data.type === type &&
    data.challenge === challenge &&
    data.origin === origin &&
    data.crossOrigin !== true
  );
}

function isMadeFor(rpId: string, data: AuthenticatorData): boolean {
  return (
    data.rpIdHash.equals(sha256(Buffer.from(rpId))) &&
    data.isUserPresent &&
    data.isUserVerified &&
    (data.isBackupEligible || !data.isBackedUp)
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function bytesOf(base64Url: string): Buffer {
  return Buffer.from(base64Url, "base64url");
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

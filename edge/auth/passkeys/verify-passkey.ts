import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { cose, decodeCredentialPublicKey, isoCrypto } from "@simplewebauthn/server/helpers";
import type { PasskeyRow } from "#db/accounts/passkeys/find-passkeys.ts";
import type { AuthenticationCredential, RegistrationCredential } from "./credential.ts";

/** COSE's numbers. Chromium takes the first one that its authenticator knows. */
export const ALGORITHMS = [-7, -8, -257] as const;

const NO_AAGUID = "00000000-0000-0000-0000-000000000000";

/** Signatures that nobody made, in the form that the runtime asks for before it looks at the key. */
const NO_SIGNATURE = {
  der: Uint8Array.from([0x30, 6, 2, 1, 1, 2, 1, 1]),
  ed25519: new Uint8Array(64),
};

export type Expected = {
  /** Base64url. */
  challenge: string;
  origin: string;
  rpId: string;
};

type VerifiedPasskey = Pick<
  PasskeyRow,
  "credentialId" | "publicKey" | "aaguid" | "signCount" | "isBackupEligible" | "isBackedUp"
>;

type KnownPasskey = Pick<
  PasskeyRow,
  "userId" | "credentialId" | "publicKey" | "signCount" | "isBackupEligible"
>;

/** @returns null when a check fails */
export async function verifyRegistration(
  credential: RegistrationCredential,
  expected: Expected,
): Promise<VerifiedPasskey | null> {
  const { clientDataJSON, attestationObject } = credential.response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...optionsOf(credential.id, { clientDataJSON, attestationObject }, expected),
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (registrationInfo === undefined) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    if (id !== credential.id) return null;
    // A key that cannot be read, for example a point that is not on the curve, would never sign in.
    const cosePublicKey = decodeCredentialPublicKey(publicKey);
    const isEd25519 = cosePublicKey.get(cose.COSEKEYS.alg) === cose.COSEALG.EdDSA;
    await isoCrypto.verify({
      cosePublicKey,
      signature: isEd25519 ? NO_SIGNATURE.ed25519 : NO_SIGNATURE.der,
      data: new Uint8Array(),
    });
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString("base64url"),
      aaguid: registrationInfo.aaguid === NO_AAGUID ? null : registrationInfo.aaguid,
      signCount: counter,
      isBackupEligible: registrationInfo.credentialDeviceType === "multiDevice",
      isBackedUp: registrationInfo.credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/**
 * @returns what to save at the passkey, or null when a check fails, for example of a passkey whose
 * copy signed in before
 */
export async function verifyAuthentication(
  credential: AuthenticationCredential,
  expected: Expected,
  { userId, credentialId, publicKey, signCount, isBackupEligible }: KnownPasskey,
): Promise<Pick<PasskeyRow, "signCount" | "isBackedUp"> | null> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  if (userHandle !== userHandleOf(userId)) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...optionsOf(credential.id, { clientDataJSON, authenticatorData, signature }, expected),
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
        counter: signCount,
      },
    });
    const { credentialDeviceType, credentialBackedUp, newCounter } = authenticationInfo;
    if (!verified || (credentialDeviceType === "multiDevice") !== isBackupEligible) return null;
    return { signCount: newCounter, isBackedUp: credentialBackedUp };
  } catch {
    return null;
  }
}

/** The account's id, as authenticators save it and return it at a sign-in. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString("base64url");
}

/** @throws {Error} for a page that another site has framed, which the library lets pass */
function optionsOf<R extends { clientDataJSON: string }>(
  id: string,
  response: R,
  { challenge, origin, rpId }: Expected,
) {
  const json = Buffer.from(response.clientDataJSON, "base64url").toString();
  const { crossOrigin } = JSON.parse(json) as { crossOrigin?: unknown };
  if (crossOrigin === true) throw new Error("made in a frame of another site");
  return {
    response: { id, rawId: id, type: "public-key" as const, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  };
}

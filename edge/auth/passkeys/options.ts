import { COMPANY } from "#contracts/company.ts";
import { MINUTE_MS } from "#contracts/durations.ts";
import type { PasskeyRow } from "#db/accounts/passkeys/find-passkeys.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import type { EdgeConfig } from "../../config.ts";
import { ALGORITHMS, userHandleOf } from "./verify-passkey.ts";

export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS;

/**
 * With `preferred`, Chromium registers a passkey of an authenticator that verifies nobody, and then
 * does not sign in with it.
 */
const USER_VERIFICATION = "required";

/** Passkeys belong to the site's domain: those made for another one stop working. */
export function relyingPartyOf({ SITE_URL }: Pick<EdgeConfig, "SITE_URL">) {
  const { origin, hostname } = new URL(SITE_URL);
  return { origin, rpId: hostname };
}

/** `PublicKeyCredentialCreationOptionsJSON` */
export function creationOptions(
  config: Pick<EdgeConfig, "SITE_URL">,
  user: Account,
  passkeys: readonly PasskeyRow[],
  challenge: string,
) {
  const name = user.email ?? user.phone ?? user.id;
  const displayName = user.userMetadata["name"];
  return {
    rp: { id: relyingPartyOf(config).rpId, name: COMPANY.name },
    user: {
      id: userHandleOf(user.id),
      name,
      displayName: typeof displayName === "string" ? displayName : name,
    },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_LIFE_MS,
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      type: "public-key",
      id: credentialId,
      transports,
    })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: USER_VERIFICATION,
    },
    attestation: "none",
  };
}

/** `PublicKeyCredentialRequestOptionsJSON`. It lists no passkeys: the browser shows the user's. */
export function requestOptions(config: Pick<EdgeConfig, "SITE_URL">, challenge: string) {
  return {
    challenge,
    timeout: CHALLENGE_LIFE_MS,
    rpId: relyingPartyOf(config).rpId,
    userVerification: USER_VERIFICATION,
  };
}

/** Source: github.com/passkeydeveloper/passkey-authenticator-aaguids, the common ones. */
const NAMES: Readonly<Record<string, string>> = {
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "iCloud Keychain",
  "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "iCloud Keychain",
  "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome on Mac",
  "771b48fd-d3d4-4f74-9232-fc157ab0507a": "Edge on Mac",
  "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
  "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
  "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
  "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
  "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
  "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
  "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
};

/** The first name of a passkey, until the user renames it. */
export function authenticatorName(aaguid: string | null): string {
  return NAMES[aaguid ?? ""] ?? "Passkey";
}

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

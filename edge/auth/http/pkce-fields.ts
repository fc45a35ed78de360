import * as z from "zod";
import type { CodeChallenge } from "#db/accounts/pkce-flows.ts";
import type { AuthSettings } from "../../settings/auth-settings.ts";
import { AuthError, validationError } from "./auth-errors.ts";

const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/;

export const pkceFields = {
  code_challenge: z.optional(z.string()),
  code_challenge_method: z.optional(z.string()),
};

/**
 * @returns null without a challenge
 * @throws {AuthError} `validation_failed` for an incomplete or malformed one
 */
export function readChallenge(
  body: {
    code_challenge?: string | undefined;
    code_challenge_method?: string | undefined;
  },
  { SECURITY_PKCE_REQUIRED: isS256Required }: Pick<AuthSettings, "SECURITY_PKCE_REQUIRED">,
): CodeChallenge | null {
  const { code_challenge: challenge = "", code_challenge_method: methodText = "" } = body;
  if (challenge === "" && methodText === "") return null;
  if (challenge === "" || methodText === "") {
    throw validationError("PKCE flow requires code_challenge_method and code_challenge");
  }
  if (!CHALLENGE.test(challenge)) {
    throw validationError(
      "code challenge has to be between 43 and 128 characters of letters, digits and ._~-",
    );
  }
  const method = methodText.toLowerCase();
  if (method !== "s256" && method !== "plain") {
    throw validationError("code_challenge_method must be s256 or plain");
  }
  if (method === "plain" && isS256Required) {
    throw validationError("code_challenge_method must be s256");
  }
  return { challenge, method };
}

/** Time to find a password and a second factor at the provider. */
const LIFETIME_MS = 300_000;

/**
 * @param startedAt ISO 8601; of a mailed link its opening
 * @throws {AuthError} `flow_state_expired`
 */
export function requireOpenFlow(startedAt: string, now: Date): void {
  if (now.getTime() - Date.parse(startedAt) > LIFETIME_MS) {
    throw new AuthError("flow_state_expired", "invalid flow state, flow state has expired");
  }
}

import { createHmac } from "node:crypto";
import * as z from "zod";
import { MINUTE_MS } from "#contracts/durations.ts";
import type { MfaChallenge } from "../../ports/auth-service.ts";
import { decryptText, encryptText } from "./encrypted-param.ts";

export const MFA_CHALLENGE_LIFE_MS = 5 * MINUTE_MS;

const Expiring = z.strictObject({
  accessToken: z.string(),
  factorId: z.uuid(),
  expiresAt: z.int(),
});

/**
 * Encrypts the password step into a form field: the server stores nothing, and an unfinished
 * sign-in sets no cookie.
 */
export function createMfaChallenges({ now, secret }: { now: () => Date; secret: string }) {
  const key = createHmac("sha256", secret).update("factor").digest();
  return {
    encrypt: async (challenge: MfaChallenge): Promise<string> =>
      encryptText(
        key,
        JSON.stringify({ ...challenge, expiresAt: now().getTime() + MFA_CHALLENGE_LIFE_MS }),
      ),
    async decrypt(encrypted: string): Promise<MfaChallenge | null> {
      const text = await decryptText(key, encrypted);
      if (text === null) return null;
      const { expiresAt, ...challenge } = Expiring.parse(JSON.parse(text));
      return expiresAt > now().getTime() ? challenge : null;
    },
  };
}

import { createHmac } from "node:crypto";
import { z } from "zod";
import type { MfaChallenge } from "./auth-service.ts";
import { decryptText, encryptText } from "./encrypted-param.ts";

/** Long enough to find the telephone. */
export const MFA_CHALLENGE_LIFE_MS = 5 * 60_000;

const Held = z.strictObject({ accessToken: z.string(), factorId: z.uuid(), expiresAt: z.int() });

/**
 * Holds what somebody has proven while they look for their code, in a field of the form that only we can read: nothing
 * is kept here, and no cookie is set for somebody who is not in yet.
 */
export function createMfaChallenges({ now, secret }: { now: () => Date; secret: string }) {
  const key = createHmac("sha256", secret).update("second step").digest();
  return {
    hold: (step: MfaChallenge): string =>
      encryptText(
        key,
        JSON.stringify({ ...step, expiresAt: now().getTime() + MFA_CHALLENGE_LIFE_MS }),
      ),
    /** @returns null when it took too long, or is none of ours */
    read(held: string): MfaChallenge | null {
      const text = decryptText(key, held);
      if (text === null) return null;
      const { expiresAt, ...step } = Held.parse(JSON.parse(text));
      return expiresAt > now().getTime() ? step : null;
    },
  };
}

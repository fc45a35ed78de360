import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { webauthnChallenges } from "#db/schema/accounts.ts";

type IssuedChallenge = { challenge: string; expiresAt: string };

/**
 * Deletes the challenge that it returns, expired or not: the delete closes the race of two answers.
 *
 * @param issuedTo null for a sign-in
 */
export async function redeemChallenge(
  db: Db,
  id: string,
  issuedTo: string | null,
): Promise<IssuedChallenge | null> {
  const { userId } = webauthnChallenges;
  const [redeemed] = await db
    .delete(webauthnChallenges)
    .where(
      and(eq(webauthnChallenges.id, id), issuedTo === null ? isNull(userId) : eq(userId, issuedTo)),
    )
    .returning({
      challenge: webauthnChallenges.challenge,
      expiresAt: webauthnChallenges.expiresAt,
    });
  return redeemed ?? null;
}

import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { webauthnChallenges } from "#db/schema/accounts.ts";

type IssuedChallenge = { challenge: string; expiresAt: string };

type RedeemChallenge = {
  id: string;
  /** A user's id; null for a sign-in. */
  issuedTo: string | null;
};

/** Deletes the challenge that it returns, expired or not: the delete closes the race of two answers. */
export async function redeemChallenge(
  db: Db,
  { id, issuedTo }: RedeemChallenge,
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

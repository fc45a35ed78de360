import type { Db } from "#db/client.ts";
import { webauthnChallenges } from "#db/schema/accounts.ts";

export async function insertChallenge(
  db: Db,
  challenge: typeof webauthnChallenges.$inferInsert,
): Promise<void> {
  await db.insert(webauthnChallenges).values(challenge);
}

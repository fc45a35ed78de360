import { type OperatorProfile } from "#contracts/api/content/account-manager.ts";
import type { Db } from "#db/client.ts";
import { operators } from "#db/schema/operators.ts";

export async function saveOperatorProfile(
  db: Db,
  { userId, profile, at }: { userId: string; profile: OperatorProfile; at: string },
): Promise<void> {
  const row = { ...profile, savedAt: at };
  await db
    .insert(operators)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: operators.userId, set: row });
}

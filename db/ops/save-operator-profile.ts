import { type OperatorProfile } from "#contracts/api/content/account-manager.ts";
import type { Db } from "#db/client.ts";
import { operators } from "#db/schema/operators.ts";
import { insertOpsAction } from "./ops-action-sql.ts";

/** @param input.by the operator's name at the console, which they cannot choose */
export async function saveOperatorProfile(
  db: Db,
  { userId, profile, by, at }: { userId: string; profile: OperatorProfile; by: string; at: string },
): Promise<void> {
  const row = { ...profile, savedAt: at };
  await db.transaction(async (tx) => {
    await tx
      .insert(operators)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: operators.userId, set: row });
    const subject = { type: "user", id: userId };
    await tx.execute(insertOpsAction({ action: "operator.profile_saved", by, subject }));
  });
}

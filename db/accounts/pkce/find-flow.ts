import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { flowStates, users } from "#db/schema/accounts.ts";

export type PendingFlow = typeof flowStates.$inferSelect & {
  userId: string;
  bannedUntil: string | null;
};

export async function findFlow(db: Db, authCode: string): Promise<PendingFlow | null> {
  const [found] = await db
    .select({ flow: flowStates, userId: users.id, bannedUntil: users.bannedUntil })
    .from(flowStates)
    .innerJoin(users, and(eq(users.id, flowStates.userId), isNull(users.deletedAt)))
    .where(eq(flowStates.authCode, authCode));
  if (found === undefined) return null;
  return { ...found.flow, userId: found.userId, bannedUntil: found.bannedUntil };
}

import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { businesses } from "#db/schema/content.ts";
import { operators } from "#db/schema/operators.ts";
import { insertAccountRow } from "./customer-rows.ts";
import { newId } from "./pipeline.ts";

const AT = "2026-11-20T11:00:00Z";

/** An operator with a profile, who may act. */
export async function insertManager(db: Db, name: string): Promise<string> {
  const email = `${name}@tidepost.example`;
  const userId = await insertAccountRow(db, { email, isProven: true });
  await db
    .update(users)
    .set({ appMetadata: { role: "ops" } })
    .where(eq(users.id, userId));
  await db.insert(operators).values({ userId, name, hours: "Monday to Friday", savedAt: AT });
  return userId;
}

export async function insertManaged(
  db: Db,
  { userId, managerId }: { userId: string; managerId: string },
): Promise<void> {
  await db.insert(businesses).values({
    id: newId("business"),
    userId,
    accountManagerId: managerId,
    createdAt: AT,
  });
}

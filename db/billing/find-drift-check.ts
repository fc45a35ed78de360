import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { type DriftCheck, driftChecks } from "#db/schema/billing.ts";

export async function findDriftCheck(db: Db, kind: DriftCheck["kind"]): Promise<DriftCheck | null> {
  const [check] = await db.select().from(driftChecks).where(eq(driftChecks.kind, kind));
  return check ?? null;
}

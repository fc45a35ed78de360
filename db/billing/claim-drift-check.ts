import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { type DriftCheck, driftChecks } from "#db/schema/billing.ts";

/**
 * Reserves a check for one worker, or releases it.
 *
 * @param busyUntil ISO 8601; null releases
 * @returns null when another worker has it
 */
export async function claimDriftCheck(
  db: Db,
  { kind, step }: Pick<DriftCheck, "kind" | "step">,
  busyUntil: string | null,
): Promise<DriftCheck | null> {
  const [check] = await db
    .update(driftChecks)
    .set({ step: step + 1, busyUntil })
    .where(and(eq(driftChecks.kind, kind), eq(driftChecks.step, step)))
    .returning();
  return check ?? null;
}

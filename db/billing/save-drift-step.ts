import { and, eq } from "drizzle-orm";
import { UNKNOWN_MAX } from "#contracts/events/billing-drift.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { type DriftCheck, driftChecks } from "#db/schema/billing.ts";
import { recordDrift } from "./record-drift.ts";

type DriftStep = Pick<DriftCheck, "part" | "after" | "busyUntil"> & {
  /** Compared in this step. */
  customers: number;
  drifts: readonly EventOf<"BillingDriftFound">[];
  unknownSubscriptionIds: readonly string[];
};

/**
 * Saves a step of a check with what it found: a worker that is killed before repeats the step, and of two
 * workers at one step the second saves nothing.
 *
 * @returns null when another worker saved this step, or started a new check
 */
export async function saveDriftStep(
  db: Db,
  check: DriftCheck,
  { customers, drifts, unknownSubscriptionIds, ...next }: DriftStep,
): Promise<DriftCheck | null> {
  return db.transaction(async (tx) => {
    const isSame = and(eq(driftChecks.kind, check.kind), eq(driftChecks.step, check.step));
    const locked = await tx.select().from(driftChecks).where(isSame).for("update");
    if (locked.length === 0) return null;
    let drifted = 0;
    for (const event of drifts) {
      if (await recordDrift(tx, event, { checkStartedAt: check.startedAt })) drifted += 1;
    }
    const [saved] = await tx
      .update(driftChecks)
      .set({
        ...next,
        step: check.step + 1,
        customers: check.customers + customers,
        drifted: check.drifted + drifted,
        unknown: check.unknown + unknownSubscriptionIds.length,
        unknownSubscriptionIds: [...check.unknownSubscriptionIds, ...unknownSubscriptionIds].slice(
          0,
          UNKNOWN_MAX,
        ),
      })
      .where(isSame)
      .returning();
    return saved ?? null;
  });
}

import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers, type DriftCheck, driftChecks } from "#db/schema/billing.ts";

/**
 * Starts a check in place of the last one of its kind.
 *
 * @param last as found: of two workers, the second finds another step
 * @param at ISO 8601
 * @returns null when another worker started one
 */
export async function startDriftCheck(
  db: Db,
  kind: DriftCheck["kind"],
  { last, at }: { last: DriftCheck | null; at: string },
): Promise<DriftCheck | null> {
  const begin = {
    step: (last?.step ?? 0) + 1,
    startedAt: at,
    finishedAt: null,
    busyUntil: null,
    part: "customers",
    after: "",
    expected: await db.$count(customers, eq(customers.isDeleted, false)),
    customers: 0,
    drifted: 0,
    unknown: 0,
    unknownSubscriptionIds: [],
  } as const;
  const [check] = await db
    .insert(driftChecks)
    .values({ kind, ...begin })
    .onConflictDoUpdate({
      target: driftChecks.kind,
      set: begin,
      setWhere: sql`${driftChecks.step} = ${last?.step ?? null}`,
    })
    .returning();
  return check ?? null;
}

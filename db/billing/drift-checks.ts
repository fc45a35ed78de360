import { eq, sql, and } from "drizzle-orm";
import { UNKNOWN_MAX } from "#contracts/events/billing.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, hasRow } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { type DriftCheck, driftChecks, customers } from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";

export async function findDriftCheck(db: Db, kind: DriftCheck["kind"]): Promise<DriftCheck | null> {
  const [check] = await db.select().from(driftChecks).where(eq(driftChecks.kind, kind));
  return check ?? null;
}

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

/** Finishes a check with its event, once: the step has to be the one that was read. */
export async function finishDriftCheck(
  db: Db,
  { kind, step }: Pick<DriftCheck, "kind" | "step">,
  event: EventOf<"BillingChecked">,
): Promise<void> {
  await db.execute(
    sql`with finished as (
      update ${driftChecks} set step = step + 1, finished_at = ${event.occurredAt}::timestamptz, busy_until = null
      where kind = ${kind} and step = ${step}::int and finished_at is null returning kind
    ) ${insertEvent(event, { type: "billing", id: "check" }, sql`from finished`)}`,
  );
}

/**
 * Records a drift, once per customer and check; its event causes a sync.
 *
 * @returns whether this check found none of the customer before
 */
function recordDrift(
  db: Db,
  event: EventOf<"BillingDriftFound">,
  { checkStartedAt }: { checkStartedAt: string },
): Promise<boolean> {
  const { customerId } = event.data;
  return hasRow(db)`${insertEvent(
    event,
    { type: "customer", id: customerId },
    sql`from (values (1)) once where not exists (
      select from ${outboxEvents} earlier
      where earlier.aggregate_id = ${customerId} and earlier.type = 'BillingDriftFound'
        and earlier.occurred_at >= ${checkStartedAt}::timestamptz
    )`,
  )} returning id`;
}

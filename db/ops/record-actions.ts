import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { Reason } from "../reason.ts";
import { auditLog, type outboxEvents } from "../schema/events.ts";

export async function recordAction(
  db: Db,
  event: typeof outboxEvents.$inferSelect,
  input: { action: string; by: string; reason: string; data: Readonly<Record<string, unknown>> },
): Promise<void> {
  await db.insert(auditLog).values({
    eventId: event.id,
    action: input.action,
    actor: { kind: "ops", name: input.by },
    subjectType: event.aggregateType,
    subjectId: event.aggregateId,
    data: {
      event: event.type,
      correlationId: event.correlationId,
      reason: input.reason,
      ...input.data,
    },
    at: sql`now()`,
  });
}

/**
 * @param input.key id of an account, a Stripe customer or an enquiry
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function recordReveal(
  db: Db,
  input: { key: string; requestedBy: string; reason: string },
): Promise<void> {
  const { key, requestedBy: by, reason } = input;
  await recordOpsAction(db, {
    action: "personal.shown",
    by,
    subject: { type: kindOfKey(key), id: key },
    data: { reason: Reason.parse(reason) },
  });
}

/** @returns the kind of subject in the audit row */
export function kindOfKey(key: string): "customer" | "form_submission" | "user" {
  if (key.startsWith("cus_")) return "customer";
  return key.startsWith("sub_") ? "form_submission" : "user";
}

type OpsAction = {
  action: string;
  /** The operator's name. */
  by: string;
  /** SQL of the id when the statement records several: a column of `from`. */
  subject: { type: string; id: string | SQL };
  data?: Readonly<Record<string, unknown>>;
};

export const recordOpsAction = (db: Db, action: OpsAction) => db.execute(insertOpsAction(action));

/** @param from where nothing is selected, nothing is recorded */
export function insertOpsAction(
  { action, by, subject, data = {} }: OpsAction,
  from: SQL = sql``,
): SQL {
  const actor = JSON.stringify({ kind: "ops", name: by });
  return sql`insert into ${auditLog} (action, actor, subject_type, subject_id, data, at)
    select ${action}, ${actor}::jsonb, ${subject.type}, ${subject.id}, ${JSON.stringify(data)}::jsonb, now() ${from}`;
}

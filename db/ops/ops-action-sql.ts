import { type SQL, sql } from "drizzle-orm";
import { auditLog } from "#db/schema/events.ts";

type OpsAction = {
  action: string;
  /** The operator's name. */
  by: string;
  /** SQL of the id when the statement records several: a column of `from`. */
  subject: { type: string; id: string | SQL };
  data?: Readonly<Record<string, unknown>>;
};

/** @param from where nothing is selected, nothing is recorded */
export function insertOpsAction(
  { action, by, subject, data = {} }: OpsAction,
  from: SQL = sql``,
): SQL {
  const actor = JSON.stringify({ kind: "ops", name: by });
  return sql`insert into ${auditLog} (action, actor, subject_type, subject_id, data, at)
    select ${action}, ${actor}::jsonb, ${subject.type}, ${subject.id}, ${JSON.stringify(data)}::jsonb, now() ${from}`;
}

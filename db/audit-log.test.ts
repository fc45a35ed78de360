import { expect } from "vitest";
import { auditLog } from "#db/schema/events.ts";
import { test } from "../tests/support/database.ts";

test.for([
  "update audit_log set actor = '{}'",
  "delete from audit_log",
  "truncate audit_log",
  "with gone as (delete from audit_log returning 1) select 1",
])("the audit log rejects %s", async (statement, { db, database }) => {
  await database.query(
    `insert into audit_log (action, actor, subject_type, subject_id, data, at)
     values ('test', '{}', 'user', 'u', '{}', now())`,
  );
  await expect(database.query(statement)).rejects.toThrow("append-only");
  expect(await db.select().from(auditLog)).toHaveLength(1);
});

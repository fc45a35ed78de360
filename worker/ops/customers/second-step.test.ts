import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { mfaFactors } from "#db/schema/accounts.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";

const AT = "2026-01-20T23:00:00.000Z";
const REASON: [string, string][] = [["reason", "lost the phone, named two answers of the brief"]];

test("second step of a lost phone: removed once by an operator with a reason, with all sessions, and the owner is told", async ({
  db,
  database,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const row = { userId, status: "verified", createdAt: AT, updatedAt: AT } as const;
  const [id, codesId] = [randomUUID(), randomUUID()];
  await db.insert(mfaFactors).values([
    { ...row, id, factorType: "totp", friendlyName: "Grace’s phone" },
    { ...row, id: codesId, factorType: "recovery_code", friendlyName: "Recovery codes" },
  ]);
  await database.query(
    "insert into sessions (id, user_id, amr, created_at) values (gen_random_uuid(), $1, '[]', now())",
    [userId],
  );
  const url = `/ops/customers/${userId}/second-step/${id}`;
  const { get, send } = await openOpsConsole({ db }).signIn();
  const page = await (await get(`/ops/customers/${userId}`)).text();
  expect(page).toContain(`href="${url}"`);
  expect(page).not.toContain("Grace’s phone");
  expect((await send(url, [["reason", " "]])).status).toBe(422);
  expect((await send(url.replace(id, codesId), REASON)).status).toBe(404);
  expect(await db.select().from(mfaFactors)).toHaveLength(2);

  const presses = await Promise.all([send(url, REASON), send(url, REASON)]);
  expect(presses.map(({ status }) => String(status)).toSorted()).toEqual(["303", "404"]);
  expect(await db.select().from(mfaFactors)).toEqual([]);
  expect((await database.query("select from sessions where user_id = $1", [userId])).rows).toEqual(
    [],
  );
  const { rows: events } = await database.query(
    "select actor, payload from outbox_events where type = 'SecurityNoticeRequested'",
  );
  expect(events).toEqual([
    { actor: { kind: "ops", name: "Ada" }, payload: { userId, notice: "sign-in-methods-removed" } },
  ]);
  const { rows: audit } = await database.query(
    "select action, actor, subject_id, data->>'reason' as reason from audit_log",
  );
  expect(audit).toEqual([
    {
      action: "factor.removed",
      actor: { kind: "ops", name: "Ada" },
      subject_id: userId,
      reason: REASON[0]?.[1],
    },
  ]);
});

test("second step of an operator: no colleague removes it", async ({ db, database }) => {
  const { userId } = await seedOpsCustomer(db);
  const id = randomUUID();
  await db.insert(mfaFactors).values({
    id,
    userId,
    factorType: "totp",
    status: "verified",
    createdAt: AT,
    updatedAt: AT,
  });
  await database.query(`update users set app_metadata = app_metadata || '{"role": "ops_viewer"}'`);
  const { get, send } = await openOpsConsole({ db }).signIn();
  const url = `/ops/customers/${userId}/second-step/${id}`;
  expect((await get(url)).status).toBe(404);
  expect((await send(url, REASON)).status).toBe(404);
  expect(await db.select().from(mfaFactors)).toHaveLength(1);
});

import { describe, expect } from "vitest";
import { test } from "../../../tests/support/auth-service.ts";
import { noticesIn } from "../../../tests/support/security-notices.ts";

const BOB = { email: "bob@shop.example", email_confirm: true };
// Openwall's test vector.
const BCRYPT = {
  password: "U*U",
  hash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
};

describe("POST /admin/users with password_hash", () => {
  test("hash of another service: opens the account, and is replaced at the first sign-in", async ({
    auth,
    database,
  }) => {
    const token = await auth.sign({ role: "service_role" });
    const created = await auth.call(
      "POST",
      "/admin/users",
      { ...BOB, password_hash: BCRYPT.hash },
      { authorization: `Bearer ${token}` },
    );
    expect(created.status).toBe(200);
    for (let i = 0; i < 2; i++) {
      const { error } = await auth
        .client()
        .signInWithPassword({ email: BOB.email, password: BCRYPT.password });
      expect(error).toBeNull();
    }
    const { rows } = await database.query("select password_hash from users");
    expect(String(rows[0]?.["password_hash"])).toMatch(/^\$argon2id\$/);
  });

  test.for<[string, object]>([
    ["of an unknown format", { password_hash: "$fbscrypt$x" }],
    ["of too much cost", { password_hash: BCRYPT.hash.replace("$05$", "$13$") }],
    ["beside a password", { password_hash: BCRYPT.hash, password: "low tide at six" }],
  ])("hash %s: refused, nothing written", async ([, fields], { auth, database }) => {
    const token = await auth.sign({ role: "service_role" });
    const { status, body } = await auth.call(
      "POST",
      "/admin/users",
      { ...BOB, ...fields },
      { authorization: `Bearer ${token}` },
    );
    expect([status, body["code"]]).toEqual([400, "validation_failed"]);
    expect((await database.query("select id from users")).rows).toEqual([]);
  });
});

test("phone set and recovery codes removed by an administrator: the user is told of each", async ({
  auth,
  database,
}) => {
  const service = { authorization: `Bearer ${await auth.sign({ role: "service_role" })}` };
  const { body: user } = await auth.call("POST", "/admin/users", BOB, service);
  const path = `/admin/users/${String(user["id"])}`;
  for (const body of [{ phone: "+447700900123" }, { phone: "+447700900123" }, { data: {} }]) {
    expect((await auth.call("PUT", path, body, service)).status).toBe(200);
  }
  const { rows } = await database.query(`insert into mfa_factors
    (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'recovery_code', 'verified', now(), now() from users returning id`);
  const factorPath = `${path}/factors/${String(rows[0]?.["id"])}`;
  expect((await auth.call("DELETE", factorPath, undefined, service)).status).toBe(200);
  expect(await noticesIn(database)).toEqual(["phone-changed", "recovery-codes-removed"]);
});

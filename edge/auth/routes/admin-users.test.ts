import { describe, expect } from "vitest";
import { test } from "../../../tests/support/auth-service.ts";

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

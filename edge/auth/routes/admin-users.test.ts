import { randomUUID } from "node:crypto";
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

const NOBODY = { email: "eve@shop.example", new_email: "adam@shop.example" };

const INVALID: readonly [
  method: string,
  path: string,
  body: unknown,
  status: number,
  code: string,
][] = [
  ["GET", "/admin/users?page=0", undefined, 400, "validation_failed"],
  ["GET", "/admin/users?per_page=x", undefined, 400, "validation_failed"],
  ["POST", "/admin/users", {}, 400, "validation_failed"],
  ["POST", "/admin/users", "{", 400, "bad_json"],
  ["POST", "/admin/users", { email: 1 }, 400, "bad_json"],
  ["POST", "/admin/users", { email: "no address" }, 400, "validation_failed"],
  ["POST", "/admin/users", { email: "a@b.example", role: "king" }, 400, "validation_failed"],
  ["POST", "/admin/users", { email: "a@b.example", id: "x" }, 400, "validation_failed"],
  ["POST", "/admin/users", { email: "a@b.example", password: "12345" }, 422, "weak_password"],
  ["POST", "/admin/users", { email: "a@b.example", password: "password" }, 422, "weak_password"],
  [
    "POST",
    "/admin/generate_link",
    { type: "signup", email: "a@b.example", password: "123456" },
    422,
    "weak_password",
  ],
  ["POST", "/admin/users", { email: "a@b.example", ban_duration: "x" }, 400, "validation_failed"],
  [
    "POST",
    "/admin/users",
    { email: "a@b.example", password_hash: "$2a$" },
    400,
    "validation_failed",
  ],
  ["POST", "/admin/users", { email: "a@b.example", user_metadata: { x: "\0" } }, 400, "bad_json"],
  ["POST", "/admin/users", { email: "a@b.example", app_metadata: [] }, 400, "bad_json"],
  ["POST", "/admin/users", { phone: "not a phone" }, 400, "validation_failed"],
  [
    "POST",
    "/admin/users",
    { email: "a@b.example", user_metadata: { x: "x".repeat(5_000) } },
    400,
    "validation_failed",
  ],
  [
    "POST",
    "/admin/users",
    { email: "a@b.example", app_metadata: { x: "x".repeat(2_000) } },
    400,
    "validation_failed",
  ],
  [
    "POST",
    "/invite",
    { email: "a@b.example", data: { x: "x".repeat(5_000) } },
    400,
    "validation_failed",
  ],
  ["GET", "/admin/users/x", undefined, 404, "validation_failed"],
  ["PUT", "/admin/users/x", {}, 404, "validation_failed"],
  ["PUT", `/admin/users/${randomUUID()}`, {}, 404, "user_not_found"],
  ["DELETE", `/admin/users/${randomUUID()}`, {}, 404, "user_not_found"],
  ["GET", `/admin/users/${randomUUID()}/factors`, undefined, 404, "user_not_found"],
  ["POST", "/admin/generate_link", { type: "x", email: "a@b.example" }, 400, "validation_failed"],
  ["POST", "/admin/generate_link", { type: "signup" }, 400, "validation_failed"],
  [
    "POST",
    "/admin/generate_link",
    { type: "signup", email: "eve@shop.example" },
    400,
    "validation_failed",
  ],
  ["POST", "/invite", {}, 400, "validation_failed"],
  ["POST", "/invite", { email: ["a@b.example"] }, 400, "bad_json"],
  ["POST", "/admin/generate_link", { type: "recovery", ...NOBODY }, 404, "user_not_found"],
  ["POST", "/admin/generate_link", { type: "email_change_new", ...NOBODY }, 404, "user_not_found"],
];

test("admin API: refuses invalid input and unknown users, each with its code", async ({ auth }) => {
  const service = { authorization: `Bearer ${await auth.sign({ role: "service_role" })}` };
  for (const [method, path, given, status, code] of INVALID) {
    const { status: answered, body } = await auth.call(method, path, given, service);
    const what = `${method} ${path} ${JSON.stringify(given)?.slice(0, 100)}`;
    expect([answered, body["code"]], what).toEqual([status, code]);
  }
});

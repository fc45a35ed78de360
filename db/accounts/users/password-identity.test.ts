import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { test } from "../../../tests/support/database.ts";

const MIGRATION = new URL("../../migrations/0012_password-is-an-identity.sql", import.meta.url);

test("accounts with a password and no identity of it: get one, once, and others none", async ({
  database: { query },
}) => {
  const account = (id: number, columns: Record<string, unknown>) =>
    query(
      `insert into users (id, email, password_hash, email_confirmed_at, is_sso, app_metadata, user_metadata, created_at, updated_at)
       values ($1, $2, $3, $4, $5, '{"provider": "google", "providers": ["google"]}', '{}', now(), now())`,
      [
        `00000000-0000-4000-8000-00000000000${String(id)}`,
        `a${String(id)}@shop.example`,
        columns["password"] ?? null,
        columns["confirmed"] === false ? null : "2026-11-20T12:00:00Z",
        columns["sso"] ?? false,
      ],
    );
  await account(1, { password: "hash" });
  await account(2, {});
  await account(3, { password: "hash", confirmed: false });
  await account(4, { password: "hash", sso: true });
  const sql = await readFile(MIGRATION, "utf8");
  await query(sql);
  await query(sql);
  const { rows } = await query(
    `select account.email, identity.provider, account.app_metadata->'providers' as providers
     from users account left join identities identity on identity.user_id = account.id order by account.email`,
  );
  expect(rows).toEqual([
    { email: "a1@shop.example", provider: "email", providers: ["google", "email"] },
    { email: "a2@shop.example", provider: null, providers: ["google"] },
    { email: "a3@shop.example", provider: null, providers: ["google"] },
    { email: "a4@shop.example", provider: null, providers: ["google"] },
  ]);
});

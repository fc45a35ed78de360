import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { test, type TestDatabase } from "../../../tests/support/database.ts";
import { takeCodeAttempt } from "./change-tokens.ts";

const AT = "2026-11-20T12:00:00.000Z";
const ADA = "ada@shop.example";

async function issue(
  { query }: TestDatabase,
  code: { purpose: string; relatesTo?: string; expiresAt?: string },
): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into users (id, app_metadata, user_metadata, created_at, updated_at) values ($1, '{}', '{}', $2, $2)`,
    [id, AT],
  );
  await query(
    `insert into one_time_tokens (id, user_id, purpose, code_hash, link_hash, relates_to, code_length, redirect_to,
       created_at, expires_at)
     values ($1, $1, $2, $3, $3, $4, 6, '', $5, $6)`,
    [id, code.purpose, `hash ${id}`, code.relatesTo ?? ADA, AT, code.expiresAt ?? "2026-11-21"],
  );
  return `hash ${id}`;
}

const attempt = (database: TestDatabase) =>
  takeCodeAttempt(database.db, {
    relatesTo: ADA,
    purposes: ["confirmation", "recovery"],
    at: AT,
  });

describe("attempts at a code", () => {
  test("fifty at once: five may match", async ({ database }) => {
    const hash = await issue(database, { purpose: "recovery" });
    const attempts = await Promise.all(Array.from({ length: 50 }, () => attempt(database)));
    expect(attempts.filter((hashes) => hashes.length > 0)).toEqual(
      Array.from({ length: 5 }, () => [hash]),
    );
  });

  test("codes of other purposes and addresses, and expired ones: not counted", async ({
    database,
  }) => {
    await issue(database, { purpose: "email_change_new" });
    await issue(database, { purpose: "recovery", relatesTo: "bob@shop.example" });
    await issue(database, { purpose: "recovery", expiresAt: AT });
    expect(await attempt(database)).toEqual([]);
    const { rows } = await database.query("select code_attempts from one_time_tokens");
    expect(rows.map((row) => row["code_attempts"])).toEqual([0, 0, 0]);
  });
});

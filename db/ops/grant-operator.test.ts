import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#db/client.ts";
import {
  identities,
  mfaFactors,
  sessions,
  users,
  webauthnCredentials,
} from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/events.ts";
import { test } from "../../tests/support/database.ts";
import { insertPasskeys } from "../../tests/support/passkey-rows.ts";
import { grantOperator, revokeOperator } from "./grant-operator.ts";
import type { OperatorRole } from "./ops-session.ts";

const EMAIL = "ada@shop.example";

async function grant(db: Db, role: OperatorRole = "ops") {
  const granted = await grantOperator(db, {
    email: EMAIL,
    role,
    mayCreate: true,
    userId: randomUUID(),
    identityId: randomUUID(),
    at: "2026-11-20T12:00:00.000Z",
  });
  if (granted === null) throw new Error("no account was made");
  return granted;
}

async function seedAccount(db: Db, confirmedAt: string | null): Promise<void> {
  await db.execute(sql`with account as (
      insert into users (id, email, password_hash, email_confirmed_at, app_metadata, user_metadata, created_at, updated_at)
      values (gen_random_uuid(), ${EMAIL}, 'hash', ${confirmedAt}, '{"provider": "email"}', '{}', now(), now())
      returning id
    ) insert into sessions (id, user_id, amr, created_at) select gen_random_uuid(), id, '[]', now() from account`);
}

const outcomes = async (db: Db) =>
  (await db.select().from(auditLog).orderBy(auditLog.id)).map(({ action, data }) => ({
    action,
    data,
  }));

describe("granting the operator role", () => {
  test("makes no account for an address without one, unless that is wanted", async ({ db }) => {
    const ids = { userId: randomUUID(), identityId: randomUUID() };
    const typo = {
      email: "ada@shpo.example",
      role: "ops",
      at: "2026-11-20T12:00:00.000Z",
    } as const;
    expect(await grantOperator(db, { ...typo, ...ids, mayCreate: false })).toBeNull();
    expect(await db.select().from(users)).toEqual([]);
    expect(await outcomes(db)).toEqual([]);
  });

  test("creates an account without a password, once", async ({ db }) => {
    const first = await grant(db);
    expect(first).toMatchObject({ outcome: "created", hasPassword: false });
    expect(await grant(db)).toEqual({ ...first, outcome: "unchanged" });
    expect(await db.select().from(users)).toMatchObject([
      { email: EMAIL, appMetadata: { role: "ops", provider: "email" }, passwordHash: null },
    ]);
    expect(await db.select().from(identities)).toMatchObject([
      { userId: first.userId, providerId: first.userId, provider: "email", email: EMAIL },
    ]);
    expect(await outcomes(db)).toEqual([
      { action: "ops.granted", data: { outcome: "created", role: "ops" } },
    ]);
  });

  test("keeps everything of an account with a proven email", async ({ db }) => {
    await seedAccount(db, "2026-11-01T12:00:00Z");
    expect(await grant(db)).toMatchObject({ outcome: "promoted", hasPassword: true });
    expect(await db.select().from(users)).toMatchObject([
      { appMetadata: { role: "ops", provider: "email" }, passwordHash: "hash" },
    ]);
    expect(await db.select().from(sessions)).toHaveLength(1);
    expect(await outcomes(db)).toEqual([
      { action: "ops.granted", data: { outcome: "promoted", role: "ops" } },
    ]);
  });

  test("removes what a stranger may have set up in an unproven account", async ({ db }) => {
    await seedAccount(db, null);
    await db.execute(sql`insert into identities (
        id, user_id, provider, provider_id, identity_data, email, created_at, updated_at
      ) select gen_random_uuid(), id, 'github', '1', '{"email_verified": false}', email, now(), now() from users`);
    await db.execute(sql`insert into mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      select gen_random_uuid(), id, 'totp', 'verified', now(), now() from users`);
    await insertPasskeys(db);
    expect(await grant(db)).toMatchObject({
      outcome: "promoted",
      hasPassword: false,
      hasAuthenticator: false,
    });
    expect(await db.select().from(mfaFactors)).toEqual([]);
    expect(await db.select().from(webauthnCredentials)).toEqual([]);
    expect(await db.select().from(identities)).toEqual([]);
    expect(await db.select().from(users)).toMatchObject([
      { passwordHash: null, emailConfirmedAt: expect.any(String) },
    ]);
    expect(await db.select().from(sessions)).toEqual([]);
  });

  test("changes a viewer into an operator who may act, and back", async ({ db }) => {
    await grant(db, "ops_viewer");
    expect(await grant(db, "ops")).toMatchObject({ outcome: "role_changed" });
    expect(await grant(db, "ops_viewer")).toMatchObject({ outcome: "role_changed" });
    expect(await db.select().from(users)).toMatchObject([{ appMetadata: { role: "ops_viewer" } }]);
  });

  test("says whether an authenticator app is set up", async ({ db }) => {
    expect(await grant(db)).toMatchObject({ hasAuthenticator: false });
    await db.execute(sql`insert into mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      select gen_random_uuid(), id, 'totp', 'verified', now(), now() from users`);
    expect(await grant(db)).toMatchObject({ hasAuthenticator: true });
  });
});

describe("revoking the operator role", () => {
  test("takes the role, ends every session, and is audited once", async ({ db }) => {
    await seedAccount(db, "2026-11-01T12:00:00Z");
    const { userId } = await grant(db);
    const revoke = () => revokeOperator(db, { email: EMAIL, at: "2026-11-20T13:00:00.000Z" });
    expect(await revoke()).toBe(userId);
    expect(await revoke()).toBeNull();
    expect((await db.select().from(users))[0]?.appMetadata).toEqual({ provider: "email" });
    expect(await db.select().from(sessions)).toEqual([]);
    expect((await outcomes(db)).map(({ action }) => action)).toEqual([
      "ops.granted",
      "ops.revoked",
    ]);
  });

  test("leaves a customer's account and sessions alone", async ({ db }) => {
    await seedAccount(db, "2026-11-01T12:00:00Z");
    expect(await revokeOperator(db, { email: EMAIL, at: "2026-11-20T13:00:00.000Z" })).toBeNull();
    expect(await db.select().from(sessions)).toHaveLength(1);
  });
});

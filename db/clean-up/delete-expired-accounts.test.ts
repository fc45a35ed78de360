import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { test } from "../../tests/support/database.ts";
import {
  deleteExpiredAccounts,
  EXPIRED_KINDS,
  type ExpiredKind,
} from "./delete-expired-accounts.ts";

const NOW = new Date("2026-11-20T12:00:00Z");

const ago = (interval: string) => sql`${NOW.toISOString()}::timestamptz - ${interval}::interval`;

async function seedUser(db: Db, values: { isAnonymous?: boolean; createdAgo?: string } = {}) {
  const result: unknown = await db.execute(sql`
    insert into users (id, is_anonymous, app_metadata, user_metadata, created_at, updated_at)
    values (gen_random_uuid(), ${values.isAnonymous ?? false}::boolean, '{}', '{}',
      ${ago(values.createdAgo ?? "1 year")}, now())
    returning id`);
  const [row] = (result as { rows: { id: string }[] }).rows;
  return row?.id ?? "";
}

async function seedPasskeyChallenge(db: Db, expiredAgo: string): Promise<void> {
  await db.execute(sql`
    insert into webauthn_challenges (id, challenge, created_at, expires_at)
    values (gen_random_uuid(), 'random', ${ago("1 hour")}, ${ago(expiredAgo)})`);
}

async function seedIdToken(db: Db, expiredAgo: string): Promise<void> {
  await db.execute(sql`
    insert into redeemed_id_tokens (id, expires_at) values (gen_random_uuid()::text, ${ago(expiredAgo)})`);
}

async function left(db: Db, table: string): Promise<number> {
  const result: unknown = await db.execute(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  );
  return (result as { rows: { count: number }[] }).rows[0]?.count ?? -1;
}

const SEEDS: Record<
  ExpiredKind,
  { table: string; expired: (db: Db) => Promise<void>; inUse: (db: Db) => Promise<void> }
> = {
  one_time_tokens: {
    table: "one_time_tokens",
    expired: (db) => seedToken(db, "1 second"),
    inUse: (db) => seedToken(db, "-1 second"),
  },
  flow_states: {
    table: "flow_states",
    async expired(db) {
      await seedFlow(db, { createdAgo: "2 hours", issuedAgo: "61 minutes", provider: null });
      await seedFlow(db, { createdAgo: "25 hours", issuedAgo: null, provider: "google" });
      await seedFlow(db, { createdAgo: "193 hours", issuedAgo: null, provider: null });
    },
    async inUse(db) {
      await seedFlow(db, { createdAgo: "2 hours", issuedAgo: "4 minutes", provider: null });
      await seedFlow(db, { createdAgo: "10 minutes", issuedAgo: null, provider: "google" });
      await seedFlow(db, { createdAgo: "7 days", issuedAgo: null, provider: null });
    },
  },
  mfa_challenges: {
    table: "mfa_challenges",
    async expired(db) {
      await seedChallenge(db, await seedFactor(db, "verified", "1 year"), "61 minutes");
    },
    async inUse(db) {
      await seedChallenge(db, await seedFactor(db, "verified", "1 year"), "59 minutes");
    },
  },
  webauthn_challenges: {
    table: "webauthn_challenges",
    expired: (db) => seedPasskeyChallenge(db, "1 second"),
    inUse: (db) => seedPasskeyChallenge(db, "-1 second"),
  },
  redeemed_id_tokens: {
    table: "redeemed_id_tokens",
    expired: (db) => seedIdToken(db, "61 minutes"),
    inUse: (db) => seedIdToken(db, "59 minutes"),
  },
  unverified_factors: {
    table: "mfa_factors",
    async expired(db) {
      await seedFactor(db, "unverified", "25 hours");
    },
    async inUse(db) {
      await seedFactor(db, "verified", "1 year");
      await seedFactor(db, "unverified", "23 hours");
      await seedChallenge(db, await seedFactor(db, "unverified", "25 hours"), "-1 minute");
    },
  },
  dead_sessions: {
    table: "sessions",
    async expired(db) {
      const userId = await seedUser(db);
      await seedSession(db, userId, { createdAgo: "181 days" });
      await seedSession(db, userId, { createdAgo: "1 year", refreshedAgo: "181 days" });
      await seedSession(db, userId, { createdAgo: "1 day", endedAgo: "1 second" });
    },
    async inUse(db) {
      const userId = await seedUser(db);
      await seedSession(db, userId, { createdAgo: "179 days" });
      await seedSession(db, userId, { createdAgo: "1 year", refreshedAgo: "179 days" });
      await seedSession(db, userId, { createdAgo: "1 day", endedAgo: "-1 second" });
    },
  },
  stale_anonymous_users: {
    table: "users",
    async expired(db) {
      await seedUser(db, { isAnonymous: true, createdAgo: "31 days" });
      const gone = await seedUser(db, { isAnonymous: true, createdAgo: "90 days" });
      await seedSession(db, gone, { createdAgo: "90 days", refreshedAgo: "31 days" });
    },
    async inUse(db) {
      await seedUser(db, { createdAgo: "90 days" });
      await seedUser(db, { isAnonymous: true, createdAgo: "29 days" });
      const back = await seedUser(db, { isAnonymous: true, createdAgo: "90 days" });
      await seedSession(db, back, { createdAgo: "90 days", refreshedAgo: "29 days" });
      const buyer = await seedUser(db, { isAnonymous: true, createdAgo: "90 days" });
      await db.execute(
        sql`insert into customers (id, user_id, origin) values ('cus_1', ${buyer}::uuid, 'account')`,
      );
    },
  },
  unconfirmed_users: {
    table: "users",
    async expired(db) {
      await seedUnconfirmed(db, { createdAgo: "31 days" });
      await seedUnconfirmed(db, { createdAgo: "90 days", mailedAgo: "31 days" });
      await seedUnconfirmed(db, {
        createdAgo: "90 days",
        mailedAgo: "31 days",
        column: "invited_at",
      });
    },
    async inUse(db) {
      await seedUnconfirmed(db, { createdAgo: "29 days" });
      await seedUnconfirmed(db, { createdAgo: "90 days", mailedAgo: "29 days" });
      const kept = ["email_confirmed_at", "phone_confirmed_at", "last_sign_in_at", "deleted_at"];
      for (const column of kept) {
        await seedUnconfirmed(db, { createdAgo: "90 days", mailedAgo: "60 days", column });
      }
      const signedIn = await seedUnconfirmed(db, { createdAgo: "90 days" });
      await seedSession(db, signedIn, { createdAgo: "1 day" });
    },
  },
  erased_addresses: {
    table: "erased_addresses",
    expired: (db) => seedErasedAddress(db, "7 days"),
    inUse: (db) => seedErasedAddress(db, "6 days"),
  },
  outdated_businesses: {
    table: "businesses",
    async expired(db) {
      await seedBusiness(db, { createdAgo: "367 days" });
      await seedBusiness(db, { createdAgo: "2 years", endedAgo: "367 days" });
      const erased = await seedBusiness(db, { createdAgo: "1 day", endedAgo: null });
      await db.execute(sql`update users set deleted_at = now() where id = ${erased}::uuid`);
    },
    async inUse(db) {
      await seedBusiness(db, { createdAgo: "364 days" });
      await seedBusiness(db, { createdAgo: "2 years", endedAgo: "364 days" });
      await seedBusiness(db, { createdAgo: "2 years", endedAgo: null });
    },
  },
  unfinished_uploads: {
    table: "media",
    expired: (db) => seedUpload(db, { state: "uploading", createdAgo: "25 hours" }),
    async inUse(db) {
      await seedUpload(db, { state: "uploading", createdAgo: "23 hours" });
      await seedUpload(db, { state: "checking", createdAgo: "25 hours" });
    },
  },
};

async function seedUpload(
  db: Db,
  { state, createdAgo }: { state: string; createdAgo: string },
): Promise<void> {
  const userId = await seedBusiness(db, { createdAgo: "2 years", endedAgo: null });
  await db.execute(sql`
    insert into media (id, business_id, state, name, bytes, fingerprint, type, created_at)
    values (${`med_${userId}`}, ${`bus_${userId}`}, ${state}, 'a.jpg', 1, '', 'image/jpeg', ${ago(createdAgo)})`);
}

/**
 * With a submitted brief.
 *
 * @param endedAgo of its subscription; null: it is open; undefined: there is none
 */
async function seedBusiness(
  db: Db,
  { createdAgo, endedAgo }: { createdAgo: string; endedAgo?: string | null },
): Promise<string> {
  const userId = await seedUser(db);
  await db.execute(sql`with own as (
      insert into businesses (id, user_id, created_at) values (${`bus_${userId}`}, ${userId}::uuid, ${ago(createdAgo)})
      returning id
    ) insert into brief_versions (business_id, version, revision, answers, saved_at, submitted_at)
    select id, 1, 1, '{}', now(), now() from own`);
  if (endedAgo === undefined) return userId;
  await db.execute(sql`with payer as (
      insert into customers (id, user_id, origin) values (${`cus_${userId}`}, ${userId}::uuid, 'account') returning id
    ) insert into subscriptions (id, customer_id, user_id, status, cancel_at_period_end, ended_at, created_at)
    select ${`sub_${userId}`}, id, ${userId}::uuid, ${endedAgo === null ? "active" : "canceled"}, false,
      ${endedAgo === null ? sql`null` : ago(endedAgo)}, ${ago(createdAgo)} from payer`);
  return userId;
}

async function seedErasedAddress(db: Db, erasedAgo: string): Promise<void> {
  await db.execute(sql`
    insert into erased_addresses (id, email, erased_at)
    values (gen_random_uuid()::text, 'ada@shop.example', ${ago(erasedAgo)})`);
}

async function seedUnconfirmed(
  db: Db,
  values: { createdAgo: string; mailedAgo?: string; column?: string },
): Promise<string> {
  const id = await seedUser(db, { createdAgo: values.createdAgo });
  const column = sql.identifier(values.column ?? "confirmation_sent_at");
  await db.execute(sql`update users set email = id::text || '@shop.example',
    ${column} = ${values.mailedAgo === undefined ? sql`null` : ago(values.mailedAgo)} where id = ${id}::uuid`);
  return id;
}

async function seedToken(db: Db, expiredAgo: string): Promise<void> {
  const userId = await seedUser(db);
  await db.execute(sql`
    insert into one_time_tokens (id, user_id, purpose, code_hash, link_hash, relates_to, code_length, redirect_to, created_at, expires_at)
    values (gen_random_uuid(), ${userId}::uuid, 'recovery', 'c', gen_random_uuid()::text, 'a', 6, 'r', now(), ${ago(expiredAgo)})`);
}

async function seedFlow(
  db: Db,
  flow: { createdAgo: string; issuedAgo: string | null; provider: string | null },
): Promise<void> {
  await db.execute(sql`
    insert into flow_states (id, authentication_method, provider, redirect_to, auth_code_issued_at, created_at)
    values (gen_random_uuid(), 'oauth', ${flow.provider}, 'r',
      ${flow.issuedAgo === null ? sql`null` : ago(flow.issuedAgo)}, ${ago(flow.createdAgo)})`);
}

async function seedFactor(db: Db, status: string, createdAgo: string): Promise<string> {
  const userId = await seedUser(db);
  const result: unknown = await db.execute(sql`
    insert into mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${userId}::uuid, 'totp', ${status}, ${ago(createdAgo)}, now()) returning id`);
  const [row] = (result as { rows: { id: string }[] }).rows;
  return row?.id ?? "";
}

async function seedChallenge(db: Db, factorId: string, expiredAgo: string): Promise<void> {
  await db.execute(sql`
    insert into mfa_challenges (id, factor_id, ip, created_at, expires_at)
    values (gen_random_uuid(), ${factorId}::uuid, '192.0.2.1', now(), ${ago(expiredAgo)})`);
}

async function seedSession(
  db: Db,
  userId: string,
  session: { createdAgo: string; refreshedAgo?: string; endedAgo?: string },
): Promise<void> {
  const moment = (interval: string | undefined) =>
    interval === undefined ? sql`null` : ago(interval);
  await db.execute(sql`
    insert into sessions (id, user_id, amr, created_at, refreshed_at, not_after)
    values (gen_random_uuid(), ${userId}::uuid, '[]', ${ago(session.createdAgo)},
      ${moment(session.refreshedAgo)}, ${moment(session.endedAgo)})`);
}

test.for(EXPIRED_KINDS)(
  "clean-up of %s: deletes what is expired and nothing else",
  async (kind, { db }) => {
    const { table, expired, inUse } = SEEDS[kind];
    await inUse(db);
    const used = await left(db, table);
    await expired(db);
    const all = await left(db, table);
    expect(all).toBeGreaterThan(used);
    const deleted = await deleteExpiredAccounts(db, kind, { now: NOW, limit: 100 });
    expect(deleted).toBe(all - used);
    expect(await left(db, table)).toBe(used);
    expect(await deleteExpiredAccounts(db, kind, { now: NOW, limit: 100 })).toBe(0);
  },
);

// All kinds share one statement. The second one's condition reads other tables, and rows depend on it.
test.for(["one_time_tokens", "outdated_businesses"] as const)(
  "clean-up of %s: deletes in batches, from several processes at once",
  async (kind, { db }) => {
    const { table, expired } = SEEDS[kind];
    for (let i = 0; i < 4; i++) await expired(db);
    const all = await left(db, table);
    const batch = () => deleteExpiredAccounts(db, kind, { now: NOW, limit: 2 });
    const first = await Promise.all([batch(), batch()]);
    expect(first.every((count) => count <= 2)).toBe(true);
    let more = first.reduce((sum, count) => sum + count, 0);
    for (let count = await batch(); count > 0; count = await batch()) more += count;
    expect(more).toBe(all - (await left(db, table)));
    expect(await left(db, table)).toBe(0);
  },
);

import { readFileSync } from "node:fs";
import pg from "pg";
import { expect } from "vitest";
import { newEvent } from "#contracts/events/new-event.ts";
import { fill, filled } from "../../tests/scale/fill.ts";
import { test as base, type TestDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { deleteAccount, eraseAccount } from "./erase-account.ts";
import { exportAccount } from "./export-account.ts";

type Knows = {
  /** Where the account's export has it. Null: hashes, and codes and uploads on their way. */
  exported: keyof Awaited<ReturnType<typeof exportAccount>> | null;
  /** How much of the person stays in it after the account is erased. */
  left: "nothing" | "no name";
  /** The words of the privacy policy that tell of it; null for data about the team. */
  told: RegExp | null;
};

const ACCOUNT = /When you open an account: your name, email address/;
const SIGN_IN = /whatever else you sign in with/;
const RECORDS = /Technical records/;
const POSTS = /each post in your calendar with the decisions, requests for changes and comments/;

const PERSONAL: Readonly<Record<string, Knows>> = {
  users: { exported: "user", left: "no name", told: ACCOUNT },
  identities: { exported: "user", left: "nothing", told: SIGN_IN },
  sessions: { exported: "sessions", left: "nothing", told: /Your sign-ins/ },
  webauthn_credentials: { exported: "passkeys", left: "nothing", told: SIGN_IN },
  mfa_factors: { exported: "user", left: "nothing", told: SIGN_IN },
  mfa_challenges: { exported: null, left: "nothing", told: RECORDS },
  webauthn_challenges: { exported: null, left: "nothing", told: RECORDS },
  one_time_tokens: { exported: null, left: "nothing", told: RECORDS },
  flow_states: { exported: null, left: "nothing", told: RECORDS },
  form_submissions: {
    exported: "enquiries",
    left: "no name",
    told: /Enquiries, trial requests and sample months/,
  },
  booked_calls: { exported: "calls", left: "no name", told: /Calls you book/ },
  customers: {
    exported: "invoiceEmails",
    left: "no name",
    told: /A second address for your invoices/,
  },
  subscriptions: { exported: "subscriptions", left: "no name", told: /state of your subscription/ },
  orders: { exported: "orders", left: "no name", told: /Orders and invoices/ },
  checkout_sessions: { exported: "conversions", left: "no name", told: /for our advertising/ },
  subscription_requests: { exported: "subscriptions", left: "no name", told: /about leaving/ },
  refund_requests: { exported: "subscriptions", left: "no name", told: /or a refund/ },
  guarantee_claims: { exported: null, left: "no name", told: /scrambled forms of your account/ },
  businesses: { exported: "briefs", left: "nothing", told: /your brief/ },
  brief_versions: { exported: "briefs", left: "nothing", told: /Your brief/ },
  approvers: { exported: "approvers", left: "nothing", told: /people who may approve/ },
  approval_links: { exported: null, left: "nothing", told: /end their links/ },
  posts: { exported: "posts", left: "nothing", told: POSTS },
  post_versions: { exported: "posts", left: "nothing", told: POSTS },
  post_decisions: { exported: "posts", left: "nothing", told: POSTS },
  post_stop_requests: { exported: "posts", left: "nothing", told: POSTS },
  post_publications: { exported: "posts", left: "nothing", told: POSTS },
  post_comments: { exported: "posts", left: "nothing", told: POSTS },
  post_version_media: { exported: "posts", left: "nothing", told: POSTS },
  post_drafts: { exported: "drafts", left: "nothing", told: POSTS },
  post_draft_media: { exported: "drafts", left: "nothing", told: POSTS },
  reports: { exported: "reports", left: "nothing", told: /Your reports/ },
  media: { exported: "material", left: "nothing", told: /Files you upload/ },
  upload_parts: { exported: null, left: "nothing", told: /finish an upload/ },
  audit_log: { exported: "history", left: "no name", told: /Our log of what was done/ },
  undeliverable_addresses: { exported: null, left: "no name", told: RECORDS },
  operators: { exported: null, left: "nothing", told: null },
  operator_photos: { exported: null, left: "nothing", told: null },
};

/** Ids, times, sums and counts; and the address for the last mail, which deletes it. */
const IMPERSONAL = [
  "erased_addresses",
  "approval_link_posts",
  "redeemed_id_tokens",
  "subscription_items",
  "disputes",
  "retention_offers",
  "card_expiry_notices",
  "payment_reminders",
  "renewal_notices",
  "price_changes",
  "promises",
  "outbox_events",
  "event_effects",
  "effect_attempts",
  "stripe_events",
  "resend_events",
  "replays",
  "bulk_replays",
  "bulk_replay_events",
  "alert_deliveries",
  "ops_alerts",
  "drift_checks",
  "invariant_checks",
  "edge_requests",
  "refusals",
  "page_views",
  "removed_media",
  "post_schedulings",
  "post_reminders",
];

const [OWN, OTHER] = [1, 2] as const;
const userId = filled.userId(OWN);
const AT = "2026-11-25T12:00:00.000Z";

/** Values that only the person can have given us. */
const SAID = {
  email: filled.email(OWN),
  firstName: "Ottilie",
  phone: "447700900001",
  ip: "203.0.113.1",
  words: "Moving to Cornwall",
  invoiceEmail: "books-1@shop.example",
} as const;

/** Statements that write what `fill` leaves out: the words of a person whose subscription has ended. */
const SEEDS = [
  `update users set phone = '${SAID.phone}', user_metadata = '{"first_name":"${SAID.firstName}"}' where id = '${userId}'`,
  `update sessions set ip = '${SAID.ip}' where user_id = '${userId}'`,
  `update subscriptions set status = 'canceled'`,
  `update customers set invoice_email = '${SAID.invoiceEmail}' where id = 'cus_${OWN}'`,
  `update checkout_sessions set conversion = '{"user_agent":"${SAID.words}"}', owner_key = 'user:${userId}' where customer_id = 'cus_${OWN}'`,
  `update subscription_requests set feedback = '${SAID.words}' where user_id = '${userId}'`,
  `update refund_requests set message = '${SAID.words}' where user_id = '${userId}'`,
  `update form_submissions set email = '${SAID.email}', payload = '{"message":"${SAID.words}"}'`,
  `insert into audit_log (action, actor, subject_type, subject_id, data, at)
   values ('effect.audit', '{"kind":"visitor"}', 'user', '${userId}', '{}', now())`,
  `insert into operators (user_id, name, hours, saved_at) values ('${userId}', '${SAID.firstName}', 'Never', now())`,
  `insert into operator_photos (user_id, id, bytes) values ('${userId}', 'photo', '\\x00')`,
  `insert into mfa_factors (id, user_id, factor_type, phone, created_at, updated_at)
   values ('${filled.tokenId(OWN)}', '${userId}', 'phone', '${SAID.phone}', now(), now())`,
  `insert into mfa_challenges (id, factor_id, ip, created_at, expires_at)
   values ('${filled.tokenId(OWN)}', '${filled.tokenId(OWN)}', '${SAID.ip}', now(), now())`,
  `insert into webauthn_challenges (id, user_id, challenge, created_at, expires_at)
   values (gen_random_uuid(), '${userId}', 'challenge', now(), now())`,
  `insert into flow_states (id, user_id, authentication_method, redirect_to, pending_identity, created_at)
   values (gen_random_uuid(), '${userId}', 'oauth', '/', '{"email":"${SAID.email}"}', now())`,
  `insert into guarantee_claims values ('hash', 'rrq_${OWN}')`,
  `insert into post_stop_requests (post_id, version, words, via, requested_at)
   select post_id, version, 'No.', 'calendar', now() from post_decisions`,
  `insert into upload_parts (media_id, part, etag) select id, 1, 'etag' from media`,
  `insert into post_version_media (post_id, version, position, media_id, business_id, alt)
   select post.id, 1, 1, file.id, post.business_id, 'Our shop' from posts post join media file using (business_id)`,
  `insert into post_drafts (id, business_id, text, platforms, saved_at, saved_by)
   select 'draft_' || business_id, business_id, 'Fig rolls', '{}', now(), 'Ada' from media`,
  `insert into post_draft_media (draft_id, position, media_id, business_id, alt)
   select 'draft_' || business_id, 1, id, business_id, 'Our shop' from media`,
];

const test = base.extend<{ filledDatabase: TestDatabase }>({
  filledDatabase: async ({ database }, use) => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    try {
      await fill(pool, OTHER);
      // As `fill` does, past the guards of what never changes.
      await pool.query("set session_replication_role = replica");
      for (const seed of SEEDS) await pool.query(seed);
    } finally {
      await pool.end();
    }
    await use(database);
  },
});

/** @returns the rows of each table as text */
async function rowsIn({ query }: TestDatabase): Promise<Record<string, string[]>> {
  const { rows: tables } = await query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found = tables.map(async ({ name }) => {
    const { rows } = await query<{ row: string }>(
      `select to_jsonb(own)::text as row from ${name} own`,
    );
    return [name, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

const isOf = (person: number) => (row: string) =>
  row.includes(`-${String(person).padStart(12, "0")}`);

test("tables: each one is said to hold personal data, or none", async ({ database }) => {
  const known = [...Object.keys(PERSONAL), ...IMPERSONAL].toSorted();
  expect(Object.keys(await rowsIn(database)).toSorted()).toEqual(known);
});

test("the account's export: has what every table with personal data holds, and nothing of another person", async ({
  filledDatabase: database,
}) => {
  const rows = await rowsIn(database);
  const exported = await exportAccount(database.db, { userId, sessionId: null });
  for (const [table, { exported: key }] of Object.entries(PERSONAL)) {
    expect(rows[table], table).not.toEqual([]);
    if (key === null) continue;
    expect(exported[key], table).toBeTruthy();
    expect(exported[key], table).not.toEqual([]);
  }
  const text = JSON.stringify(exported);
  for (const said of Object.values(SAID)) expect(text).toContain(said);
  expect(text).not.toContain(filled.email(OTHER));
  expect(exported.calls).toHaveLength(3);
});

test.for([
  ["erased", eraseAccount],
  ["deleted", deleteAccount],
] as const)(
  "an account that is %s: no table with personal data holds any, and another person's stays",
  async ([, how], { filledDatabase: database }) => {
    const before = await rowsIn(database);
    const data = { userId, by: "owner", left: "nameless_row" } as const;
    const context = { makeId: newId, now: () => new Date(AT), correlationId: null };
    const event = newEvent(context, "AccountErased", { kind: "user", userId }, data);
    expect(await how(database.db, { userId, sessionId: null, event })).toBe("erased");
    const after = await rowsIn(database);
    for (const [table, { left }] of Object.entries(PERSONAL)) {
      if (left === "nothing") expect(after[table]?.filter(isOf(OWN)), table).toEqual([]);
      expect(after[table]?.filter(isOf(OTHER)), table).toEqual(before[table]?.filter(isOf(OTHER)));
    }
    const { erased_addresses: address, ...others } = after;
    expect(address).toHaveLength(1);
    const isSaid = (row: string) => Object.values(SAID).some((said) => row.includes(said));
    for (const [table, rows] of Object.entries(others)) {
      expect(rows.filter(isSaid), table).toEqual([]);
    }
    const { rows } = await database.query(
      "select id from booked_calls where num_nonnulls(user_id, customer_id, enquiry_id) = 0",
    );
    expect(rows).toHaveLength(3);
  },
);

test("the privacy policy: tells of every table with personal data", () => {
  const page = new URL("../../web/src/pages/privacy-policy.tsx", import.meta.url);
  const policy = readFileSync(page, "utf8")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(" :", ":");
  for (const [table, { told }] of Object.entries(PERSONAL)) {
    if (told !== null) expect(policy, table).toMatch(told);
  }
});

import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { test } from "../../../tests/support/database.ts";
import { insertPasskeys } from "../../../tests/support/passkey-rows.ts";
import { noticeEvent } from "../../../tests/support/security-notices.ts";
import type { NewSession } from "../sessions/open-session.ts";
import {
  signInWithIdentity,
  type SignInWithIdentity,
  type IdentityOwner,
} from "./sign-in-with-identity.ts";

const AT = "2026-11-20T12:00:00.000Z";
const EMAIL = "ada@shop.example";

function session(): NewSession {
  return {
    id: randomUUID(),
    amr: [{ method: "oauth", timestamp: 1_763_640_000 }],
    aal: "aal1",
    factorId: null,
    ip: null,
    userAgent: null,
    provider: null,
    at: AT,
    notAfter: null,
    notice: noticeEvent(AT),
  };
}

function newcomer(): Extract<IdentityOwner, { kind: "new" }> {
  const id = randomUUID();
  return {
    kind: "new",
    account: {
      id,
      role: "authenticated",
      email: EMAIL,
      phone: null,
      passwordHash: null,
      isConfirmed: true,
      confirmationSentAt: null,
      isAnonymous: false,
      isSso: false,
      appMetadata: { provider: "google", providers: ["google"] },
      userMetadata: {},
      at: AT,
    },
    created: {
      id: `evt_${id.replaceAll("-", "").toUpperCase().slice(0, 26)}`,
      type: "AccountCreated",
      version: 1,
      occurredAt: AT,
      actor: { kind: "visitor" },
      correlationId: "req_1",
      data: { userId: id, origin: "provider" },
    },
  };
}

function known(
  userId: string,
  changes: Partial<Extract<IdentityOwner, { kind: "known" }>> = {},
): IdentityOwner {
  return {
    kind: "known",
    userId,
    seen: { email: EMAIL, isConfirmed: true },
    confirms: false,
    resets: false,
    userMetadata: { full_name: "Ada" },
    appMetadata: {},
    ...changes,
  };
}

function entry(owner: IdentityOwner, subject = "4711"): SignInWithIdentity {
  return {
    owner,
    identity: {
      id: randomUUID(),
      provider: "google",
      providerId: subject,
      identityData: { sub: subject, email_verified: true },
      email: EMAIL,
      at: AT,
    },
    signInResponse: { kind: "session", session: session() },
    notice: noticeEvent(AT),
    at: AT,
  };
}

describe("signInWithIdentity", () => {
  test("writes account, identity, session and event together or not at all", async ({
    db,
    database,
  }) => {
    const first = await signInWithIdentity(db, entry(newcomer()));
    expect(first).toMatchObject({
      user: { email: EMAIL, identities: [{ provider: "google" }] },
      session: { aal: "aal1" },
      written: [expect.stringMatching(/^evt_/)],
    });
    // The email is taken; then the identity, under another email.
    expect(await signInWithIdentity(db, entry(newcomer(), "4712"))).toBeNull();
    const other = newcomer();
    other.account.email = "bob@shop.example";
    expect(await signInWithIdentity(db, entry(other))).toBeNull();
    const { rows } = await database.query(
      `select (select count(*)::int from users) as users, (select count(*)::int from identities) as identities,
         (select count(*)::int from sessions) as sessions, (select count(*)::int from outbox_events) as events`,
    );
    expect(rows).toEqual([{ users: 1, identities: 1, sessions: 1, events: 1 }]);
  });

  test.for([
    ["its address is another by now", { email: "new@shop.example", isConfirmed: true }],
    ["its address has been proven by now", { email: EMAIL, isConfirmed: false }],
  ] as const)("no access to an account when %s", async ([, seen], { db, database }) => {
    const owner = newcomer();
    await signInWithIdentity(db, entry(owner));
    const late = known(owner.account.id, { seen, resets: true });
    expect(await signInWithIdentity(db, entry(late))).toBeNull();
    const { rows } = await database.query("select count(*)::int as sessions from sessions");
    expect(rows).toEqual([{ sessions: 1 }]);
  });

  test("an identity of another account: no session", async ({ db, database }) => {
    await signInWithIdentity(db, entry(newcomer()));
    const other = newcomer();
    other.account.email = "bob@shop.example";
    await signInWithIdentity(db, entry(other, "4712"));
    const seen = { email: "bob@shop.example", isConfirmed: true };
    expect(await signInWithIdentity(db, entry(known(other.account.id, { seen })))).toBeNull();
    const { rows } = await database.query("select count(*)::int as sessions from sessions");
    expect(rows).toEqual([{ sessions: 2 }]);
  });

  test("reset: removes every way in that is not proven", async ({ db, database }) => {
    const owner = newcomer();
    const { id } = owner.account;
    await signInWithIdentity(db, entry(owner));
    await database.query(
      `update users set password_hash = 'hash', phone = '441234567890', email_confirmed_at = null`,
    );
    await database.query(
      `insert into identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
       values (gen_random_uuid(), $1, 'github', '1', '{}', now(), now())`,
      [id],
    );
    await database.query(
      `insert into mfa_factors (id, user_id, factor_type, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', now(), now())`,
      [id],
    );
    await database.query(
      `insert into flow_states (id, user_id, auth_code, authentication_method, redirect_to, created_at)
       values (gen_random_uuid(), $1, 'code', 'magiclink', 'x', now())`,
      [id],
    );
    await insertPasskeys(db);
    const seen = { email: EMAIL, isConfirmed: false };
    const signInResult = await signInWithIdentity(
      db,
      entry(known(id, { seen, confirms: true, resets: true })),
    );
    expect(signInResult?.user).toMatchObject({
      phone: null,
      emailConfirmedAt: AT,
      userMetadata: { full_name: "Ada" },
      identities: [{ provider: "google" }],
      factors: [],
    });
    const { rows } = await database.query(
      `select (select count(*)::int from identities) as identities, (select count(*)::int from sessions) as sessions,
         (select count(*)::int from mfa_factors) as factors, (select count(*)::int from flow_states) as flows,
         (select count(*)::int from webauthn_credentials) as passkeys,
         (select password_hash from users) as password`,
    );
    expect(rows).toEqual([
      { identities: 1, sessions: 1, factors: 0, flows: 0, passkeys: 0, password: null },
    ]);
  });
});

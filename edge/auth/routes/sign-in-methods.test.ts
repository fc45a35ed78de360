import { describe, expect } from "vitest";
import {
  type AuthEdge,
  type SignedIn,
  signedIn,
  test as base,
} from "../../../tests/support/auth-edge.ts";
import { API, SITE } from "../../../tests/support/auth-service.ts";
import type { TestDatabase } from "../../../tests/support/database.ts";
import { noticesIn } from "../../../tests/support/security-notices.ts";
import { createSoftwareAuthenticator } from "../../../tests/support/software-authenticator.ts";
import { totp } from "../../../tests/support/totp.ts";

const SETTINGS = {
  PASSKEY_ENABLED: "true",
  EXTERNAL_PHONE_ENABLED: "true",
  SMS_AUTOCONFIRM: "true",
};
const DAY_S = 86_400;

type Link = { event: string; token: string };

const test = base.extend<{
  edge: AuthEdge;
  read: (link: Link) => ReturnType<AuthEdge["call"]>;
  confirm: (link: Link) => ReturnType<AuthEdge["call"]>;
}>({
  edge: async ({ edgeWith }, use) => use(edgeWith(SETTINGS)),
  // With the public key alone.
  read: async ({ edge, auth }, use) => {
    const token = await auth.sign({ role: "anon" });
    await use((body) => edge.call("POST", account("removal"), { token, body }));
  },
  confirm: async ({ edge, auth }, use) => {
    const token = await auth.sign({ role: "anon" });
    await use((body) => edge.call("POST", account("removal/confirm"), { token, body }));
  },
});

const account = (path: string) => `${API}/functions/v1/account/${path}`;

async function addApp(edge: AuthEdge, { token }: Pick<SignedIn, "token">) {
  const { body } = await edge.call("POST", "/factors", { token, body: { factor_type: "totp" } });
  const { id, totp: app } = body as { id: string; totp: { secret: string } };
  return { id, token: await passApp(edge, token, { id, secret: app.secret }), secret: app.secret };
}

async function passApp(
  edge: AuthEdge,
  token: string,
  { id, secret }: Record<"id" | "secret", string>,
) {
  const asked = await edge.call("POST", `/factors/${id}/challenge`, { token, body: {} });
  const { status, body } = await edge.call("POST", `/factors/${id}/verify`, {
    token,
    body: { challenge_id: asked.body["id"], code: totp(secret, edge.now().getTime()) },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return signedIn(body).token;
}

async function addPasskey(edge: AuthEdge, token: string) {
  const authenticator = createSoftwareAuthenticator(SITE);
  const asked = await edge.call("POST", "/passkeys/registration/options", { token, body: {} });
  const { challenge_id, options } = asked.body as {
    challenge_id: string;
    options: Parameters<typeof authenticator.register>[0];
  };
  const { status } = await edge.call("POST", "/passkeys/registration/verify", {
    token,
    body: { challenge_id, credential: authenticator.register(options) },
  });
  expect(status).toBe(200);
}

/** As a callback of OAuth does. */
async function linkIdentity({ query }: TestDatabase, edge: AuthEdge, userId: string) {
  await query(
    `with added as (
       insert into identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
       values (gen_random_uuid(), $1, 'github', '7', '{}', $2, $2) returning id
     )
     insert into outbox_events (id, type, version, aggregate_type, aggregate_id, actor, payload, correlation_id, occurred_at, next_publish_at)
     select 'evt_01KAHX2J3V7W8R9T0A1B2C3D4E', 'SecurityNoticeRequested', 1, 'user', $1, '{}',
       jsonb_build_object('userId', $1::text, 'notice', 'identity-added', 'subjectId', id), 'req_1', $2, now() from added`,
    [userId, edge.now()],
  );
}

type Adding = {
  kind: string;
  notice: string;
  add: (edge: AuthEdge, user: SignedIn, database: TestDatabase) => Promise<unknown>;
};

const ADDING: readonly Adding[] = [
  { kind: "app", notice: "factor-added", add: addApp },
  {
    kind: "recovery_codes",
    notice: "recovery-codes-made",
    async add(edge, user) {
      const { token } = await addApp(edge, user);
      return edge.call("POST", "/factors/recovery-codes", { token });
    },
  },
  { kind: "passkey", notice: "passkey-added", add: (edge, { token }) => addPasskey(edge, token) },
  {
    kind: "phone",
    notice: "phone-changed",
    add: (edge, { token }) =>
      edge.call("PUT", "/user", { token, body: { phone: "+447700900123" } }),
  },
  {
    kind: "identity",
    notice: "identity-added",
    add: (edge, { userId }, database) => linkIdentity(database, edge, userId),
  },
];

async function linkOf(edge: AuthEdge, { query }: TestDatabase, notice: string) {
  const { rows } = await query<{ id: string }>(
    "select id from outbox_events where payload->>'notice' = $1 and payload ? 'subjectId'",
    [notice],
  );
  const event = rows[0]?.id ?? "";
  return { event, token: edge.codes.removalToken(event) };
}

const countOf = async ({ query }: TestDatabase, table: string): Promise<number> =>
  (await query(`select from ${table}`)).rows.length;

/** The owner's proof of the mailbox: a session by the recovery mail's code. */
async function recover(edge: AuthEdge, { query }: TestDatabase, { email }: SignedIn) {
  edge.wait(61);
  await edge.call("POST", "/recover", { body: { email } });
  const { rows } = await query<{ id: string; code_length: number }>(
    "select id, code_length from one_time_tokens where purpose = 'recovery'",
  );
  const token = edge.codes.code(rows[0]?.id ?? "", rows[0]?.code_length ?? 0);
  const { status, body } = await edge.call("POST", "/verify", {
    body: { type: "recovery", email, token },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return signedIn(body).token;
}

describe("link of a security notice", () => {
  test.for(ADDING)(
    "$kind: read without a session, removed once with all sessions, and the account's beginning stays",
    async ({ kind, notice, add }, { edge, database, read, confirm }) => {
      const user = await edge.signUp();
      edge.wait(1);
      await add(edge, user, database);
      const link = await linkOf(edge, database, notice);
      for (const attempt of ["a scanner", "its reader"]) {
        const answer = await read(link);
        expect(answer, attempt).toMatchObject({
          status: 200,
          body: { email: user.email, method: { kind } },
        });
      }
      expect(await countOf(database, "sessions")).toBe(1);
      const removed = await confirm(link);
      expect([removed.status, removed.body]).toEqual([200, { email: user.email, method: null }]);
      expect(await countOf(database, "sessions")).toBe(0);
      expect(await countOf(database, "webauthn_credentials")).toBe(0);
      expect(
        (await database.query("select provider from identities")).rows.map(
          ({ provider }) => provider,
        ),
      ).toEqual(["email"]);
      const { rows } = await database.query("select phone, app_metadata from users");
      expect(rows).toEqual([
        { phone: null, app_metadata: { provider: "email", providers: ["email"] } },
      ]);
      const notices = await noticesIn(database);
      expect(notices).toContain("sign-in-methods-removed");

      const again = await edge.signIn(user.email);
      expect(again.status).toBe(200);
      expect(await read(link)).toMatchObject({
        status: 200,
        body: { method: null },
      });
      await confirm(link);
      expect(await countOf(database, "sessions")).toBe(1);
      expect(await noticesIn(database)).toEqual(notices);
    },
  );

  test("that is forged, of another event, a day old, or of an erased account: one answer, and nothing is removed", async ({
    edge,
    database,
    read,
    confirm,
  }) => {
    const user = await edge.signUp();
    await addPasskey(edge, user.token);
    const link = await linkOf(edge, database, "passkey-added");
    const { rows } = await database.query<{ id: string }>(
      "select id from outbox_events where type = 'AccountCreated'",
    );
    const created = rows[0]?.id ?? "";
    const refused = async (body: Link) => {
      for (const call of [read, confirm]) {
        expect(await call(body)).toMatchObject({
          status: 404,
          body: { code: "not_found", error: "This link has expired." },
        });
      }
    };
    await refused({ ...link, token: edge.codes.removalToken("evt_other") });
    await refused({ event: created, token: edge.codes.removalToken(created) });
    edge.wait(DAY_S);
    await refused(link);
    edge.wait(-DAY_S);
    await database.query("update users set deleted_at = now()");
    await refused(link);
    expect(await countOf(database, "webauthn_credentials")).toBe(1);
  });

  test("two presses at once: one removal, one notice", async ({ edge, database, confirm }) => {
    const user = await edge.signUp();
    await addPasskey(edge, user.token);
    const body = await linkOf(edge, database, "passkey-added");
    const answers = await Promise.all([1, 2, 3].map(() => confirm(body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await noticesIn(database)).toEqual(["passkey-added", "sign-in-methods-removed"]);
  });

  test("one of two apps: the other app and the recovery codes stay; the last one takes the codes along", async ({
    edge,
    database,
    confirm,
  }) => {
    const user = await edge.signUp();
    const first = await addApp(edge, user);
    const link = await linkOf(edge, database, "factor-added");
    await edge.call("POST", "/factors/recovery-codes", { token: first.token });
    const second = await addApp(edge, first);
    const types = async () =>
      (await database.query("select factor_type from mfa_factors order by factor_type")).rows.map(
        ({ factor_type }) => factor_type as string,
      );
    await confirm(link);
    expect(await types()).toEqual(["recovery_code", "totp"]);
    const { rows } = await database.query<{ id: string }>(
      "select id from outbox_events where payload->>'subjectId' = $1",
      [second.id],
    );
    const event = rows[0]?.id ?? "";
    await confirm({ event, token: edge.codes.removalToken(event) });
    expect(await types()).toEqual([]);
  });
});

describe("recovery", () => {
  const read = (edge: AuthEdge, token: string) => edge.call("GET", account("recovery"), { token });
  const remove = (edge: AuthEdge, token: string, ids: readonly string[]) =>
    edge.call("POST", account("recovery"), { token, body: { ids } });
  const methodsOf = (body: Record<string, unknown>) =>
    body["methods"] as { id: string; kind: string }[];

  test("after a thief added an app, a passkey, a phone and an identity: evicted by the mailbox alone, and what is not chosen stays", async ({
    edge,
    database,
  }) => {
    const owner = await edge.signUp();
    edge.wait(1);
    await addPasskey(edge, owner.token);
    await edge.call("PUT", "/user", { token: owner.token, body: { phone: "+447700900123" } });
    await linkIdentity(database, edge, owner.userId);
    const thief = await addApp(edge, owner);
    await edge.call("POST", "/factors/recovery-codes", { token: thief.token });
    edge.wait(29 * DAY_S);
    const token = await recover(edge, database, owner);
    const password = () =>
      edge.call("PUT", "/user", { token, body: { password: "high tide at noon" } });
    expect((await password()).status).toBe(401);

    const { status, body } = await read(edge, token);
    expect(status).toBe(200);
    expect(
      methodsOf(body)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(["app", "identity", "passkey", "phone", "recovery_codes"]);
    const chosen = methodsOf(body).filter(({ kind }) => kind !== "passkey");
    expect(
      (
        await remove(
          edge,
          token,
          chosen.map(({ id }) => id),
        )
      ).status,
    ).toBe(200);
    expect(methodsOf((await read(edge, token)).body).map(({ kind }) => kind)).toEqual(["passkey"]);
    expect((await edge.call("GET", "/user", { token: thief.token })).status).toBe(403);
    expect((await password()).status).toBe(200);
    expect(
      (
        await remove(
          edge,
          token,
          chosen.map(({ id }) => id),
        )
      ).status,
    ).toBe(200);
  });

  test("with an app that the owner keeps: its code is asked for, and passing it lists the rest", async ({
    edge,
    database,
  }) => {
    const owner = await edge.signUp();
    const app = await addApp(edge, owner);
    await addPasskey(edge, app.token);
    const token = await recover(edge, database, owner);
    const passkeys = methodsOf((await read(edge, token)).body).filter(
      ({ kind }) => kind === "passkey",
    );
    expect(
      (
        await remove(
          edge,
          token,
          passkeys.map(({ id }) => id),
        )
      ).status,
    ).toBe(200);
    expect(
      (await edge.call("PUT", "/user", { token, body: { password: "high tide at noon" } })).status,
    ).toBe(401);
    const raised = await passApp(edge, token, app);
    expect(methodsOf((await read(edge, raised)).body).map(({ kind }) => kind)).toEqual(["app"]);
  });

  test("beside an app of thirty days: nothing is shown or removed without its code", async ({
    edge,
    database,
  }) => {
    const owner = await edge.signUp();
    const app = await addApp(edge, owner);
    edge.wait(29 * DAY_S);
    const signedInAgain = await edge.signIn(owner.email);
    const aal2 = await passApp(edge, signedIn(signedInAgain.body).token, app);
    const newer = await addApp(edge, { token: aal2 });
    edge.wait(DAY_S);
    const token = await recover(edge, database, owner);
    for (const answer of [await read(edge, token), await remove(edge, token, [newer.id])]) {
      expect([answer.status, answer.body["code"]]).toEqual([403, "insufficient_aal"]);
    }
    expect(await countOf(database, "mfa_factors")).toBe(2);
    const raised = await passApp(edge, token, app);
    expect((await remove(edge, raised, [app.id, newer.id])).status).toBe(200);
    expect((await database.query("select id from mfa_factors")).rows).toEqual([{ id: app.id }]);
  });

  test.for([
    ["an app", 403, "insufficient_aal"],
    ["a passkey", 409, "reauthentication_needed"],
  ] as const)(
    "%s, and no proof of the mailbox but the password, a texted code, or a mailed one of eleven minutes ago: %s",
    async ([method, ...refusal], { edge, database }) => {
      const owner = await edge.signUp();
      edge.wait(1);
      await (method === "an app" ? addApp(edge, owner) : addPasskey(edge, owner.token));
      const { rows } = await database.query<{ id: string }>(
        "select id from mfa_factors union all select id from webauthn_credentials",
      );
      const id = rows[0]?.id ?? "";
      const refused = async (token: string) => {
        for (const answer of [await read(edge, token), await remove(edge, token, [id])]) {
          expect([answer.status, answer.body["code"]]).toEqual(refusal);
        }
      };
      const { body } = await edge.signIn(owner.email);
      await refused(signedIn(body).token);
      const token = await recover(edge, database, owner);
      await database.query("update users set phone = '447700900123', phone_confirmed_at = now()");
      await edge.call("POST", "/otp", { body: { phone: "+447700900123" } });
      const texted = await database.query<{ id: string }>(
        "select id from one_time_tokens where purpose = 'phone_confirmation'",
      );
      const byPhone = await edge.call("POST", "/verify", {
        body: {
          type: "sms",
          phone: "+447700900123",
          token: edge.codes.code(texted.rows[0]?.id ?? "", 6),
        },
      });
      await refused(signedIn(byPhone.body).token);
      expect((await read(edge, token)).status).toBe(200);
      edge.wait(11 * 60);
      await refused(token);
      expect(
        await database.query(
          "select id from mfa_factors union all select id from webauthn_credentials",
        ),
      ).toMatchObject({ rows: [{ id }] });
    },
  );

  test("what the account began with, such as Google: neither shown nor removed", async ({
    edge,
    database,
  }) => {
    const owner = await edge.signUp();
    edge.wait(1);
    await addPasskey(edge, owner.token);
    const { rows } = await database.query<{ id: string }>(
      "update identities set provider = 'google', provider_id = '7' returning id",
    );
    const token = await recover(edge, database, owner);
    expect(methodsOf((await read(edge, token)).body).map(({ kind }) => kind)).toEqual(["passkey"]);
    await remove(edge, token, [rows[0]?.id ?? ""]);
    expect((await database.query("select id from identities")).rows).toEqual(rows);
  });

  test("methods of another account: not removed", async ({ edge, database }) => {
    const other = await edge.signUp();
    const { id } = await addApp(edge, other);
    const owner = await edge.signUp();
    const token = await recover(edge, database, owner);
    expect((await remove(edge, token, [id])).status).toBe(200);
    expect(await countOf(database, "mfa_factors")).toBe(1);
  });
});

import pg from "pg";
import { describe, expect } from "vitest";
import {
  type AuthCall,
  type AuthEdge,
  signedIn,
  test as base,
} from "../../tests/support/auth-edge.ts";
import { API, SITE } from "../../tests/support/auth-service.ts";
import { countLockWaits, type TestDatabase } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { insertPasskeys } from "../../tests/support/passkey-rows.ts";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "../../tests/support/software-authenticator.ts";
import { totp } from "../../tests/support/totp.ts";

const SETTINGS = {
  PASSKEY_ENABLED: "true",
  SECURITY_MANUAL_LINKING_ENABLED: "true",
  EXTERNAL_PHONE_ENABLED: "true",
  SMS_AUTOCONFIRM: "true",
};

type Account = Awaited<ReturnType<typeof accountWithEverything>>;
type Request = { path: string; body?: unknown };
type Races = Record<string, (account: Account) => Request | Promise<Request>>;

/** Null for a route that no session is asked for, or that leaves nothing behind when the session has ended. */
const ROUTES: Readonly<Record<string, Races | null>> = {
  "POST /auth/v1/signup": null,
  "POST /auth/v1/token": null,
  "POST /auth/v1/otp": null,
  "POST /auth/v1/magiclink": null,
  "POST /auth/v1/verify": null,
  "POST /auth/v1/recover": null,
  "POST /auth/v1/resend": null,
  "POST /auth/v1/callback": null,
  "POST /auth/v1/sso": null,
  "POST /auth/v1/logout": null,
  "POST /auth/v1/passkeys/authentication/options": null,
  "POST /auth/v1/passkeys/authentication/verify": null,
  "POST /auth/v1/passkeys/registration/options": null,
  "POST /functions/v1/account/mail-link": null,
  "POST /functions/v1/account/removal": null,
  "POST /functions/v1/account/removal/confirm": null,
  "POST /functions/v1/account/recovery": {
    methods: async ({ database, passkeyId }) => {
      await database.query(
        `update sessions set amr = amr || jsonb_build_array(jsonb_build_object('method', 'recovery') || (amr->0) - 'method')`,
      );
      return { path: `${API}/functions/v1/account/recovery`, body: { ids: [passkeyId] } };
    },
  },
  "PUT /auth/v1/user": {
    password: () => ({ path: "/user", body: { password: "high tide at noon" } }),
    email: () => ({ path: "/user", body: { email: "eve@shop.example" } }),
    phone: () => ({ path: "/user", body: { phone: "+447700900123" } }),
    metadata: () => ({ path: "/user", body: { data: { theme: "dark" } } }),
  },
  "DELETE /auth/v1/user/identities/:id": {
    identity: ({ identityId }) => ({ path: `/user/identities/${identityId}` }),
  },
  "POST /auth/v1/factors": {
    factor: () => ({ path: "/factors", body: { factor_type: "totp", friendly_name: "Eve's" } }),
  },
  "POST /auth/v1/factors/:id/challenge": {
    challenge: ({ factor }) => ({ path: `/factors/${factor.id}/challenge`, body: {} }),
  },
  "POST /auth/v1/factors/:id/verify": {
    code: async ({ edge, token, factor }) => {
      const asked = await edge.call("POST", `/factors/${factor.id}/challenge`, { token, body: {} });
      return {
        path: `/factors/${factor.id}/verify`,
        body: {
          challenge_id: asked.body["id"],
          code: totp(factor.secret, edge.now().getTime()),
        },
      };
    },
  },
  "DELETE /auth/v1/factors/:id": {
    factor: ({ verifiedId }) => ({ path: `/factors/${verifiedId}` }),
  },
  "POST /auth/v1/factors/recovery-codes": {
    codes: async ({ edge, token }) => {
      await edge.call("DELETE", "/factors/recovery-codes", { token });
      return { path: "/factors/recovery-codes" };
    },
  },
  "POST /auth/v1/factors/recovery-codes/verify": {
    code: ({ recoveryCode }) => ({
      path: "/factors/recovery-codes/verify",
      body: { code: recoveryCode },
    }),
  },
  "POST /auth/v1/factors/recovery-codes/regenerate": {
    codes: () => ({ path: "/factors/recovery-codes/regenerate" }),
  },
  "DELETE /auth/v1/factors/recovery-codes": {
    codes: () => ({ path: "/factors/recovery-codes" }),
  },
  "POST /auth/v1/passkeys/registration/verify": {
    passkey: async ({ edge, token }) => {
      const { body } = await edge.call("POST", "/passkeys/registration/options", {
        token,
        body: {},
      });
      const { challenge_id, options } = body as {
        challenge_id: string;
        options: Parameters<SoftwareAuthenticator["register"]>[0];
      };
      return {
        path: "/passkeys/registration/verify",
        body: { challenge_id, credential: createSoftwareAuthenticator(SITE).register(options) },
      };
    },
  },
  "PATCH /auth/v1/passkeys/:id": {
    name: ({ passkeyId }) => ({ path: `/passkeys/${passkeyId}`, body: { friendly_name: "Eve's" } }),
  },
  "DELETE /auth/v1/passkeys/:id": {
    passkey: ({ passkeyId }) => ({ path: `/passkeys/${passkeyId}` }),
  },
  "POST /functions/v1/account/reauthenticate": null,
  "POST /functions/v1/account/erase": {
    account: () => ({ path: `${API}/functions/v1/account/erase` }),
  },
};

const test = base.extend<{ account: Account }>({
  account: async ({ edgeWith, database }, use) =>
    use(await accountWithEverything(edgeWith(SETTINGS), database)),
});

/** Its session has a second factor. */
async function accountWithEverything(edge: AuthEdge, database: TestDatabase) {
  const { token: first } = await edge.signUp();
  await insertPasskeys(database.db);
  await database.query(
    `insert into identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
     select gen_random_uuid(), id, 'github', '7', '{}', now(), now() from users`,
  );
  const enrol = async (token: string, name: string) => {
    const { body } = await edge.call("POST", "/factors", {
      token,
      body: { factor_type: "totp", friendly_name: name },
    });
    const { id, totp: app } = body as { id: string; totp: { secret: string } };
    return { id, secret: app.secret };
  };
  const verified = await enrol(first, "My phone");
  const asked = await edge.call("POST", `/factors/${verified.id}/challenge`, {
    token: first,
    body: {},
  });
  const raised = await edge.call("POST", `/factors/${verified.id}/verify`, {
    token: first,
    body: {
      challenge_id: asked.body["id"],
      code: totp(verified.secret, edge.now().getTime()),
    },
  });
  const { token } = signedIn(raised.body);
  const { body } = await edge.call("POST", "/factors/recovery-codes", { token });
  const [recoveryCode = ""] = body["codes"] as string[];
  const ids = await database.query<{ passkey_id: string; identity_id: string }>(
    `select passkey.id as passkey_id, identity.id as identity_id
     from webauthn_credentials passkey, identities identity where identity.provider = 'github'`,
  );
  return {
    edge,
    database,
    token,
    factor: await enrol(token, "My tablet"),
    verifiedId: verified.id,
    recoveryCode,
    passkeyId: ids.rows[0]?.passkey_id ?? "",
    identityId: ids.rows[0]?.identity_id ?? "",
  };
}

const TABLES = [
  "users",
  "identities",
  "mfa_factors",
  "mfa_challenges",
  "webauthn_credentials",
  "one_time_tokens",
  "outbox_events",
];

async function rowsOf(database: TestDatabase) {
  const parts = TABLES.map(
    (table) => `(select jsonb_agg(t order by id) from ${table} t) as ${table}`,
  );
  return (await database.query(`select ${parts.join(", ")}`)).rows[0];
}

/** Ends all sessions after the request has read its own, and before it writes. */
async function raceWithEnd(
  database: TestDatabase,
  request: () => ReturnType<AuthEdge["call"]>,
): ReturnType<AuthEdge["call"]> {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query("select from users for no key update");
    let isAnswered = false;
    const running = request().finally(() => (isAnswered = true));
    await eventually(
      "the statement waits for the account, or is answered",
      async () => isAnswered || (await countLockWaits(database)) === 1,
    );
    await holder.query("delete from sessions");
    await holder.query("commit");
    return await running;
  } finally {
    await holder.end();
  }
}

test("every route of accounts that writes is listed here", ({ serviceWith }) => {
  const writing = serviceWith(SETTINGS).routes.filter(
    (route) =>
      !route.startsWith("GET ") &&
      /\/auth\/v1\/|\/functions\/v1\/account\//.test(route) &&
      !/\/admin\/|\/invite$/.test(route),
  );
  expect(Object.keys(ROUTES).toSorted()).toEqual(writing.toSorted());
});

describe("session that ends between the check and the write", () => {
  const races = Object.entries(ROUTES).flatMap(([route, of]) =>
    Object.entries(of ?? {}).map(([name, prepare]) => [route, name, prepare] as const),
  );

  test.for(races)(
    "%s, %s: refused, and nothing is written",
    async ([route, , prepare], { account, database }) => {
      const { edge, token } = account;
      const { path, ...call } = await prepare(account);
      const method = route.split(" ")[0] as Parameters<AuthEdge["call"]>[0];
      const before = await rowsOf(database);
      const { status, body } = await raceWithEnd(database, () =>
        edge.call(method, path, { token, ...call } satisfies AuthCall),
      );
      expect([status, body["code"]]).toEqual(
        path.startsWith(API) ? [401, "unauthenticated"] : [403, "session_not_found"],
      );
      expect(await rowsOf(database)).toEqual(before);
    },
  );
});

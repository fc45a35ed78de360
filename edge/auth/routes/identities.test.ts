import { createHash } from "node:crypto";
import { describe, expect } from "vitest";
import { type AuthService, SITE } from "../../../tests/support/auth-service.ts";
import {
  type Choice,
  type RedirectTarget,
  mintIdToken,
  openProviderPage,
} from "../../../tests/support/oauth-flow.ts";
import { test as base } from "../../../tests/support/oauth.ts";
import { noticesIn } from "../../../tests/support/security-notices.ts";

const ADA = { email: "ada@shop.example", email_verified: true, name: "Ada Byron" };
const PASSWORD = "low tide at six";

type Identity = { identity_id: string; provider: string; email?: string };
type User = { id: string; email: string; identities: Identity[]; updated_at: string };

const test = base.extend<{
  token: string;
  link: (
    company: string,
    choice: Choice,
  ) => Promise<{ back: RedirectTarget; exchanged: Exchanged }>;
  unlink: (identityId: string) => Promise<[number, unknown]>;
  ada: () => Promise<User>;
}>({
  token: async ({ auth }, use) => {
    const client = auth.client();
    await client.signUp({ email: ADA.email, password: PASSWORD });
    const { code } = await auth.mailTo(ADA.email);
    const { data } = await client.verifyOtp({ email: ADA.email, token: code, type: "signup" });
    await use(data.session?.access_token ?? "");
  },
  link: async ({ auth, token }, use) => {
    await use(async (company, choice) => {
      const { body } = await linkUrl(auth, token, company);
      auth.wait(1);
      const back = await openProviderPage(String(body["url"]), choice, auth.request);
      const exchanged = await exchange(auth, back);
      auth.wait(1);
      return { back, exchanged };
    });
  },
  unlink: async ({ auth, token }, use) => {
    await use(async (identityId) => {
      const { status, body } = await auth.call(
        "DELETE",
        `/user/identities/${identityId}`,
        undefined,
        bearer(token),
      );
      return [status, body["code"]];
    });
  },
  ada: async ({ auth, token }, use) => {
    await use(async () => {
      const { body } = await auth.call("GET", "/user", undefined, bearer(token));
      return body as unknown as User;
    });
  },
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const VERIFIER = "v".repeat(64);
const PKCE = new URLSearchParams({
  code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
  code_challenge_method: "s256",
}).toString();

const linkUrl = async (auth: AuthService, token: string, company = "google") =>
  auth.call(
    "GET",
    `/user/identities/authorize?provider=${company}&skip_http_redirect=true&${PKCE}`,
    undefined,
    bearer(token),
  );

const exchange = async (auth: AuthService, { query }: RedirectTarget, verifier = VERIFIER) =>
  auth.call("POST", "/token?grant_type=pkce", {
    auth_code: query["code"] ?? "none",
    code_verifier: verifier,
  });
type Exchanged = Awaited<ReturnType<typeof exchange>>;

const idOf = (user: User, provider: string) =>
  user.identities.find((identity) => identity.provider === provider)?.identity_id ?? "";

describe("linking an identity", () => {
  test("linked identity with another email: keeps the account and its email", async ({
    auth,
    ada,
    link,
  }) => {
    const { back, exchanged } = await link("google", { ...ADA, email: "private@else.example" });
    expect(back.url.origin).toBe(SITE);
    expect(exchanged.body).toMatchObject({
      access_token: expect.any(String),
      user: { email: ADA.email },
    });
    expect(await ada()).toMatchObject({
      email: ADA.email,
      app_metadata: { provider: "email", providers: ["email", "google"] },
      identities: [{ provider: "email" }, { provider: "google", email: "private@else.example" }],
    });
    const { error } = await auth
      .client()
      .signInWithPassword({ email: ADA.email, password: PASSWORD });
    expect(error).toBeNull();
  });

  test("linked and unlinked identity: the user is told once of each", async ({
    ada,
    database,
    link,
    unlink,
  }) => {
    await link("google", { ...ADA, email: "private@else.example" });
    expect(await noticesIn(database)).toEqual(["identity-added"]);
    const { rows } = await database.query(
      `select provider from identities where id = (
         select (payload->>'subjectId')::uuid from outbox_events where payload->>'notice' = 'identity-added'
       )`,
    );
    expect(rows).toEqual([{ provider: "google" }]);
    expect(await unlink(idOf(await ada(), "google"))).toEqual([200, undefined]);
    expect(await noticesIn(database)).toEqual(["identity-added", "identity-removed"]);
  });

  test("browser request for a link: redirects to the provider directly", async ({
    auth,
    token,
  }) => {
    const answer = await auth.request(`/user/identities/authorize?provider=google&${PKCE}`, {
      headers: bearer(token),
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toContain("/oauth/google/authorize?");
  });

  test.for([
    ["the same person", "Identity is already linked"],
    ["another user", "Identity is already linked to another user"],
  ] as const)("identity of %s: not linked again", async ([whose, message], { link, visit }) => {
    const person = { ...ADA, email: "other@shop.example" };
    await (whose === "another user" ? visit("google", person) : link("google", person));
    expect((await link("google", person)).back.query).toEqual({
      error: "server_error",
      error_code: "identity_already_exists",
      error_description: message,
    });
  });

  test("link started before the account was banned or deleted: adds nothing", async ({
    auth,
    token,
    database,
  }) => {
    const begin = async () => String((await linkUrl(auth, token)).body["url"]);
    const first = await begin();
    const second = await begin();
    const third = await begin();
    const begun = await openProviderPage(third, { ...ADA, sub: "3" }, auth.request);
    await database.query("update users set banned_until = now() + interval '1 day'");
    expect((await exchange(auth, begun)).body["code"]).toBe("user_banned");
    const banned = await openProviderPage(first, ADA, auth.request);
    expect(banned.query).toMatchObject({ error_code: "user_banned" });
    await database.query("update users set deleted_at = now()");
    const gone = await openProviderPage(second, ADA, auth.request);
    expect(gone.query).toMatchObject({ error_code: "user_not_found" });
  });

  test("anonymous user without an address: takes the verified one and becomes permanent", async ({
    serviceWith,
    companies,
  }) => {
    const auth = serviceWith({
      ...companies.settings,
      SECURITY_MANUAL_LINKING_ENABLED: "true",
      EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
    });
    const client = auth.client({ flowType: "pkce" });
    const { data } = await client.signInAnonymously();
    const begin = await client.linkIdentity({ provider: "google" });
    const back = await openProviderPage(begin.data.url ?? "", ADA, auth.request);
    await client.exchangeCodeForSession(back.query["code"] ?? "");
    const user = await client.getUser();
    expect(user.data.user).toMatchObject({
      id: data.user?.id,
      email: ADA.email,
      email_confirmed_at: expect.any(String),
      is_anonymous: false,
      app_metadata: { provider: "google", providers: ["google"] },
    });
  });

  test("identity's address belongs to another user: not taken over", async ({
    serviceWith,
    companies,
    token,
  }) => {
    expect(token).not.toBe("");
    const auth = serviceWith({
      ...companies.settings,
      SECURITY_MANUAL_LINKING_ENABLED: "true",
      EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
    });
    const client = auth.client({ flowType: "pkce" });
    await client.signInAnonymously();
    const begin = await client.linkIdentity({ provider: "google" });
    const back = await openProviderPage(begin.data.url ?? "", ADA, auth.request);
    expect(back.query).toMatchObject({ error_code: "email_exists" });
  });
});

describe("victim lured into a link flow", () => {
  /** A link started by an attacker, with the victim's callback. */
  const lured = async (auth: AuthService, token: string) => {
    const { body } = await linkUrl(auth, token);
    return openProviderPage(
      String(body["url"]),
      { ...ADA, email: "prey@else.example" },
      auth.request,
    );
  };

  test("victim lured into a link flow: nothing is linked, and the redirect carries no session", async ({
    auth,
    token,
    ada,
    visit,
  }) => {
    const back = await lured(auth, token);
    expect(Object.keys({ ...back.query, ...back.fragment })).toEqual(["code"]);
    expect((await exchange(auth, back, "w".repeat(64))).body["code"]).toBe("bad_code_verifier");
    expect((await ada()).identities).toHaveLength(1);
    const { fragment } = await visit("google", { ...ADA, email: "prey@else.example" });
    const own = bearer(fragment["access_token"] ?? "");
    const { body } = await auth.call("GET", "/user", undefined, own);
    expect(body).toMatchObject({
      email: "prey@else.example",
      identities: [{ provider: "google" }],
    });
  });

  test("implicit flow: cannot be used for linking", async ({ auth, token }) => {
    const { status, body } = await auth.call(
      "GET",
      "/user/identities/authorize?provider=google&skip_http_redirect=true",
      undefined,
      bearer(token),
    );
    expect([status, body]).toEqual([
      400,
      { code: "validation_failed", message: "Linking an identity requires the PKCE flow" },
    ]);
  });

  test("twenty concurrent code exchanges: one adds the identity", async ({ auth, token, ada }) => {
    const back = await lured(auth, token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(auth, back)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await ada()).identities).toHaveLength(2);
  });
});

describe("link flow ends with the session that started it", () => {
  test("session ended before the redirect to the provider: nothing is linked", async ({
    auth,
    token,
    database,
  }) => {
    const { body } = await linkUrl(auth, token);
    await auth.call("POST", "/logout?scope=local", undefined, bearer(token));
    const back = await openProviderPage(String(body["url"]), ADA, auth.request);
    expect(back.query).toMatchObject({ error_code: "bad_oauth_state" });
    expect((await database.query("select id from identities")).rows).toHaveLength(1);
  });

  test("session ended before the callback: nothing is linked", async ({
    auth,
    token,
    database,
  }) => {
    const { body } = await linkUrl(auth, token);
    const back = await openProviderPage(String(body["url"]), ADA, auth.request);
    await auth.call("POST", "/logout?scope=local", undefined, bearer(token));
    const { status, body: answer } = await exchange(auth, back);
    expect([status, answer["code"]]).toEqual([404, "flow_state_not_found"]);
    expect((await database.query("select id from identities")).rows).toHaveLength(1);
  });
});

describe("unlinking an identity", () => {
  test("last identity: cannot be unlinked", async ({ ada, unlink }) => {
    expect(await unlink(idOf(await ada(), "email"))).toEqual([
      422,
      "single_identity_not_deletable",
    ]);
  });

  test("unlinked identity: the others stay, and its next sign-in creates a new account", async ({
    ada,
    link,
    unlink,
    visit,
    auth,
  }) => {
    const person = { ...ADA, email: "private@else.example" };
    await link("google", person);
    const before = await ada();
    expect(await unlink(idOf(before, "google"))).toEqual([200, undefined]);
    expect(await ada()).toMatchObject({
      email: ADA.email,
      app_metadata: { provider: "email", providers: ["email"] },
      identities: [{ provider: "email" }],
    });
    const { fragment } = await visit("google", person);
    const { body } = await auth.call(
      "GET",
      "/user",
      undefined,
      bearer(fragment["access_token"] ?? ""),
    );
    expect(body["id"]).not.toBe(before.id);
  });

  test("unlinking the email identity: the password goes with it and other sessions end; a new password brings it back", async ({
    ada,
    auth,
    database,
    link,
    token,
    unlink,
  }) => {
    await link("google", ADA);
    const other = auth.client();
    const entered = await other.signInWithPassword({ email: ADA.email, password: PASSWORD });
    expect(entered.error).toBeNull();
    expect(await unlink(idOf(await ada(), "email"))).toEqual([200, undefined]);
    expect((await other.getUser()).error?.name).toBe("AuthSessionMissingError");
    const again = await auth.client().signInWithPassword({ email: ADA.email, password: PASSWORD });
    expect(again.error?.code).toBe("invalid_credentials");
    expect(await noticesIn(database)).toContain("password-removed");
    const change = { password: "high tide at noon" };
    expect((await auth.call("PUT", "/user", change, bearer(token))).status).toBe(200);
    expect((await ada()).identities.map(({ provider }) => provider).toSorted()).toEqual([
      "email",
      "google",
    ]);
    const { rows } = await database.query(
      "select app_metadata->'providers' as providers from users",
    );
    expect(rows).toEqual([{ providers: ["google", "email"] }]);
  });

  test("unlinking the email identity: account takes another verified address, the old one is told", async ({
    ada,
    link,
    unlink,
    database,
  }) => {
    await link("github", { email: "claimed@else.example", name: "Ada" });
    await link("google", { ...ADA, email: "private@else.example" });
    expect(await unlink(idOf(await ada(), "email"))).toEqual([200, undefined]);
    expect(await ada()).toMatchObject({
      email: "private@else.example",
      app_metadata: { provider: "github", providers: ["github", "google"] },
    });
    const { rows } = await database.query(
      "select email, type from erased_addresses join outbox_events using (id)",
    );
    expect(rows).toEqual([{ email: ADA.email, type: "EmailChanged" }]);
  });

  test("unverified address: does not become the account's address", async ({
    ada,
    link,
    unlink,
  }) => {
    await link("github", { email: "victim@else.example", name: "Ada" });
    await unlink(idOf(await ada(), "email"));
    const user = await ada();
    expect(user).toMatchObject({ email: "", identities: [{ provider: "github" }] });
    expect(user).not.toHaveProperty("email_confirmed_at");
  });

  test("unlinking while the remaining email belongs to another user: rejected", async ({
    ada,
    link,
    unlink,
    auth,
  }) => {
    await link("google", { ...ADA, email: "bob@shop.example" });
    await auth.client().signUp({ email: "bob@shop.example", password: PASSWORD });
    expect(await unlink(idOf(await ada(), "email"))).toEqual([
      422,
      "email_conflict_identity_not_deletable",
    ]);
  });

  test("two concurrent unlinks: one identity is left", async ({ ada, link, unlink }) => {
    await link("google", ADA);
    const user = await ada();
    const outcomes = await Promise.all(user.identities.map(({ identity_id: id }) => unlink(id)));
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(1);
    expect((await ada()).identities).toHaveLength(1);
  });

  test.for([
    ["an invalid UUID", "x", 404, "validation_failed"],
    ["an unknown id", "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11", 422, "identity_not_found"],
  ] as const)(
    "unlinking an id that is %s: not found",
    async ([, id, status, code], { link, unlink }) => {
      await link("google", ADA);
      expect(await unlink(id)).toEqual([status, code]);
    },
  );

  test("another user's identity: answers as not found", async ({ link, unlink, visit, auth }) => {
    await link("google", ADA);
    const { fragment } = await visit("google", { ...ADA, email: "bob@shop.example", sub: "2" });
    const { body } = await auth.call(
      "GET",
      "/user",
      undefined,
      bearer(fragment["access_token"] ?? ""),
    );
    const theirs = idOf(body as unknown as User, "google");
    expect(theirs).not.toBe("");
    expect(await unlink(theirs)).toEqual([422, "identity_not_found"]);
  });
});

test("linking and unlinking require aal2 when the user has a factor", async ({
  auth,
  token,
  ada,
  link,
  unlink,
  companies,
  database,
}) => {
  await link("google", ADA);
  const google = idOf(await ada(), "google");
  await database.query(
    `insert into mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     select gen_random_uuid(), id, 'totp', 'verified', now(), now() from users`,
  );
  const begun = await linkUrl(auth, token, "github");
  const idToken = await mintIdToken(`${companies.url}/apple`, { person: ADA });
  const shown = await auth.call(
    "POST",
    "/token?grant_type=id_token",
    { provider: "apple", id_token: idToken, link_identity: true },
    bearer(token),
  );
  for (const { status, body } of [begun, shown]) {
    expect([status, body["code"]]).toEqual([401, "insufficient_aal"]);
  }
  expect(await unlink(google)).toEqual([401, "insufficient_aal"]);
  await database.query("update sessions set aal = 'aal2'");
  expect(await unlink(google)).toEqual([200, undefined]);
});

test("manual linking off: linking and unlinking are rejected", async ({
  serviceWith,
  companies,
  token,
}) => {
  const auth = serviceWith(companies.settings);
  const added = await linkUrl(auth, token);
  const path = "/user/identities/0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
  const removed = await auth.call("DELETE", path, undefined, bearer(token));
  for (const { status, body } of [added, removed]) {
    expect([status, body]).toEqual([
      404,
      { code: "manual_linking_disabled", message: "Manual linking is disabled" },
    ]);
  }
});

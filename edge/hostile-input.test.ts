import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, vi } from "vitest";
import { API, type AuthService, SITE, test as base } from "../tests/support/auth-service.ts";
import {
  type Audience,
  type Call,
  CALLS,
  CHECKOUT,
  EVERYTHING_ON,
  ID,
  PASSWORD,
  ROUTES,
} from "../tests/support/routes.ts";
import { ALL_OPERATIONS } from "./openapi/document.ts";

/** Sent in place of a text and behind it. */
const BREAKING: Readonly<Record<string, string>> = {
  "a quote and LIKE wildcards": "'%_%25*",
  "SQL behind a quote, for each way to quote":
    "x\\' or '1'='1'); drop table users cascade; -- $$; select pg_sleep(9); $$ $1 \\",
  "a NUL byte": "a\0b",
  "a lone surrogate": "a\ud800b",
  "a header injection": "a\r\nSet-Cookie: session=eve\r\n\r\n<script>alert(1)</script>",
  "a very long word": "x".repeat(10_000),
};

/** Sent in place of a text only: what they say counts from its beginning, or nowhere. */
const MISLEADING: Readonly<Record<string, string>> = {
  "a right-to-left override": "\u202Egpj.exe\u2066",
  "a path": "../../../etc/passwd",
  JSON: '{"role":"service_role","$ne":null}',
};

const HOSTILE = { ...BREAKING, ...MISLEADING };

type Edge = AuthService & {
  send: (call: Call, change?: Change) => Promise<Response>;
};
type Change = {
  path?: (path: string) => string;
  query?: Readonly<Record<string, string>>;
  body?: string;
  headers?: Readonly<Record<string, string>>;
};

/** `bystander` returns the tables, and an account that took no part. */
const test = base.extend<{ edge: Edge; bystander: () => Promise<unknown> }>({
  edge: async ({ serviceWith }, use) => {
    const service = serviceWith(EVERYTHING_ON);
    const anon = await service.sign({ role: "anon" });
    const { body } = await service.call("POST", "/signup", {
      email: "mallory@shop.example",
      password: PASSWORD,
    });
    const tokens: Record<Audience, string> = {
      anybody: anon,
      visitor: anon,
      account: String(body["access_token"]),
      service: await service.sign({ role: "service_role" }),
    };
    await use({
      ...service,
      send: (call, change = {}) => {
        const [method = "", pattern = ""] = call.route.split(" ");
        const path = (change.path ?? ((text) => text.replaceAll(/:\w+/g, ID)))(pattern);
        const query = new URLSearchParams({ ...call.query, ...change.query });
        const sent =
          change.body ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
        return service.request(`${API}${path}?${String(query)}`, {
          method,
          redirect: "manual",
          headers: {
            apikey: anon,
            authorization: `Bearer ${tokens[call.for]}`,
            "content-type": "application/json",
            "x-supabase-api-version": "2024-01-01",
            ...change.headers,
          },
          ...(sent === undefined ? {} : { body: sent }),
        });
      },
    });
  },
  bystander: async ({ edge, database }, use) => {
    await edge.call("POST", "/signup", {
      email: "bystander@shop.example",
      password: PASSWORD,
      data: { name: "Bea" },
    });
    await use(async () => {
      const [tables, account, sessions] = await Promise.all(
        [
          "select table_name from information_schema.tables where table_schema = 'public' order by 1",
          "select * from users where email = 'bystander@shop.example'",
          `select session.id, session.aal from sessions session join users account on account.id = session.user_id
           where account.email = 'bystander@shop.example' order by 1`,
        ].map(async (text) => (await database.query(text)).rows),
      );
      expect(account).toHaveLength(1);
      return { tables, account, sessions };
    });
  },
});

/** Webhooks check the signature first. */
const isSigned = ({ route }: Call) => ALL_OPERATIONS[route]?.access.endsWith("_signature") === true;

const listed = CALLS.filter(
  (call) =>
    !isSigned(call) &&
    (call.route.includes(":") || call.query !== undefined || call.body !== undefined),
);

const variantsOf = (own: string, text: string) =>
  Object.values(BREAKING).includes(text) ? [text, own + text] : [text];

/** Replaces and extends each text of a call. */
function* replaced({ route, query, body }: Call, text: string): Generator<[string, Change]> {
  if (route.includes(":")) {
    // Browsers never send half a surrogate pair in a URL.
    const written = encodeURIComponent(text.toWellFormed());
    yield ["path", { path: (path) => path.replaceAll(/:\w+/g, written) }];
  }
  for (const [name, own] of Object.entries(query ?? {})) {
    for (const variant of variantsOf(own, text)) yield [name, { query: { [name]: variant } }];
  }
  for (const [place, other] of replacedIn(body ?? {}, text)) {
    yield [place, { body: JSON.stringify(other) }];
  }
}

function* replacedIn(value: unknown, text: string): Generator<[string, unknown]> {
  if (typeof value === "string") {
    for (const variant of variantsOf(value, text)) yield ["", variant];
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    for (const [place, other] of replacedIn(item, text)) {
      yield [
        `${name}.${place}`,
        Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other },
      ];
    }
  }
}

test("every operation that reads input: has a call with it here", () => {
  const lacking = Object.entries(ROUTES).filter(([route, call]) => {
    const { query, body, isBodyOptional } = ALL_OPERATIONS[route] ?? {};
    const lacksBody = body !== undefined && isBodyOptional !== true && call.body === undefined;
    return !isSigned(call) && (lacksBody || (query !== undefined && call.query === undefined));
  });
  expect(lacking).toEqual([]);
});

describe("hostile text", () => {
  const isAuth = ({ route }: Call) => route.includes("/auth/");
  // In the auth API, a call may meet the account that an earlier one made.
  const groups: [string, Call[]][] = [
    ...listed.filter(isAuth).map((call): [string, Call[]] => [call.route, [call]]),
    ["every other route", listed.filter((one) => !isAuth(one))],
  ];

  test.for(groups)(
    "%s: hostile text in any field breaks nothing, ends no session and reaches no other user",
    async ([, calls], { edge, bystander }) => {
      const before = await bystander();
      for (const call of calls) {
        for (const [name, text] of Object.entries(HOSTILE)) {
          for (const [place, change] of replaced(call, text)) {
            const answer = await edge.send(call, change);
            const said = await answer.text();
            const context = `${call.route}, ${name} in ${place}: ${answer.status} ${said.slice(0, 200)}`;
            // Only Stripe is unavailable here.
            if (answer.status === 503) expect(said, context).toContain("payments_unavailable");
            else expect(answer.status, context).toBeLessThan(500);
            expect(answer.headers.get("set-cookie"), context).toBeNull();
            expect(answer.headers.get("content-type") ?? "", context).not.toContain("html");
          }
        }
      }
      expect((await edge.send({ route: "GET /auth/v1/user", for: "account" })).status).toBe(200);
      expect(await bystander()).toEqual(before);
      expect(edge.log.filter(({ message }) => message === "request_failed")).toEqual([]);
    },
  );

  test("user metadata: hostile text is stored exactly as sent", async ({ edge, database }) => {
    const data = Object.fromEntries(
      Object.entries(HOSTILE).filter(
        ([, text]) => text.isWellFormed() && !text.includes("\0") && text.length < 1_000,
      ),
    );
    const answer = await edge.send({ route: "PUT /auth/v1/user", for: "account", body: { data } });
    expect(answer.status).toBe(200);
    const { rows } = await database.query(
      "select user_metadata from users where email = 'mallory@shop.example'",
    );
    expect(rows).toEqual([{ user_metadata: expect.objectContaining(data) }]);
  });
});

test("every route with a body: more than 1 MiB is rejected", async ({ edge }) => {
  const padding = "x".repeat(1024 * 1024);
  for (const call of listed) {
    const { route } = call;
    if (call.body === undefined) continue;
    const answer = await edge.send(call, {
      body: JSON.stringify({ ...call.body, padding }),
    });
    // The factor is checked before the body.
    const wanted = route.includes(":id/challenge") ? 404 : 413;
    expect(answer.status, route).toBe(wanted);
  }
});

test.for(["stripe", "resend", "calendly", "twilio"])(
  "webhook of %s: 2 MiB are rejected before the signature is checked",
  async (company, { serviceWith }) => {
    const edge = serviceWith({
      ...EVERYTHING_ON,
      STRIPE_WEBHOOK_SECRETS: "whsec_x",
      RESEND_WEBHOOK_SECRETS: "whsec_c2l4dGVlbiBieXRlcy4u",
      CALENDLY_WEBHOOK_SECRETS: "a key of thirty-two characters..",
    });
    const body = "x".repeat(2 * 1024 * 1024);
    const answer = await edge.request(`${API}/webhooks/${company}`, { method: "POST", body });
    expect(answer.status).toBe(413);
  },
);

test("method overrides in headers, query and body: ignored", async ({ edge, bystander }) => {
  const before = await bystander();
  for (const { body, ...call } of listed) {
    const [, path = ""] = call.route.split(" ");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const other = `${method} ${path}`;
      if (edge.routes.includes(other)) continue;
      const asked = body === undefined || method === "GET" ? call : { ...call, body };
      const answer = await edge.send(
        { ...asked, route: other },
        {
          headers: { "x-http-method-override": "POST", "x-method-override": "POST" },
          query: { _method: "POST" },
        },
      );
      expect([404, 405], `${other}: ${answer.status}`).toContain(answer.status);
    }
  }
  expect(await bystander()).toEqual(before);
});

test("a token in a cookie: grants no rights", async ({ edge }) => {
  const { body } = await edge.call("POST", "/token?grant_type=password", {
    email: "mallory@shop.example",
    password: PASSWORD,
  });
  const token = String(body["access_token"]);
  const cookie = ["sb-access-token", "sb-auth-token", "token", "__Host-ops"]
    .map((name) => `${name}=${token}`)
    .join("; ");
  for (const call of listed) {
    const { route } = call;
    // Guests may buy.
    if (!["account", "service"].includes(call.for) || route.endsWith("/stripe-checkout")) continue;
    const answer = await edge.send(call, { headers: { authorization: "", cookie } });
    expect([401, 403], `${route}: ${answer.status}`).toContain(answer.status);
  }
});

test("responses: set no cookie, forbid framing, sniffing and caching", async ({ edge }) => {
  for (const call of listed) {
    const { route } = call;
    const { headers } = await edge.send(call, {
      headers: { origin: "https://evil.example" },
    });
    expect(headers.get("set-cookie"), route).toBeNull();
    expect(headers.get("access-control-allow-credentials"), route).toBeNull();
    // The auth API allows every origin.
    const allowed = headers.get("access-control-allow-origin");
    expect(route.includes("/auth/") ? ["*"] : [null, SITE], route).toContain(allowed);
    const policy = headers.get("content-security-policy");
    expect(policy, route).toContain("default-src 'none'");
    expect(policy, route).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options"), route).toBe("nosniff");
    expect(headers.get("cache-control"), route).toBe("no-store");
    expect(headers.get("referrer-policy"), route).toBe("no-referrer");
  }
});

const FOREIGN_URLS = [
  "https://evil.example/",
  "//evil.example",
  "https://tidepost.example.evil.example/",
  "https://tidepost.example@evil.example/",
  "https://evil.example#tidepost.example",
  "https://evil.example\\@tidepost.example",
  "https:evil.example",
  "\thttps://evil.example",
  "http://tidepost.example/",
  "javascript:alert(1)//tidepost.example",
  "data:text/html,<script>alert(1)</script>",
  "https://tidepost.example:8443/",
  "https://xn--tidepost.example/",
];

describe("open redirects", () => {
  test("mailed link: never redirects to a foreign site", async ({ serviceWith }) => {
    const edge = serviceWith({ ...EVERYTHING_ON, MAILER_AUTOCONFIRM: "false" });
    for (const [index, target] of FOREIGN_URLS.entries()) {
      const email = `eve-${index}@shop.example`;
      await edge.call("POST", `/signup?redirect_to=${encodeURIComponent(target)}`, {
        email,
        password: PASSWORD,
      });
      expect((await edge.mailTo(email)).redirectTo, target).toBe(SITE);
    }
  });

  test.for(["verify?type=signup&token=ab12", "authorize?provider=nobody", `callback?state=${ID}`])(
    "%s: never redirects to a foreign site",
    async (path, { edge }) => {
      for (const target of FOREIGN_URLS) {
        const wanted = encodeURIComponent(target);
        const answer = await edge.request(`/${path}&redirect_to=${wanted}`, {
          redirect: "manual",
          headers: { referer: target.trim() },
        });
        const location = answer.headers.get("location") ?? SITE;
        expect(new URL(location).origin, target).toBe(SITE);
      }
    },
  );

  test("checkout: never returns to a foreign site", async ({ edge }) => {
    for (const target of FOREIGN_URLS) {
      for (const change of [{ successUrl: target }, { cancelUrl: target }]) {
        const body = { ...CHECKOUT, ...change };
        const answer = await edge.send({
          route: "POST /functions/v1/stripe-checkout",
          for: "visitor",
          body,
        });
        expect(await answer.json(), target).toMatchObject({ code: "url_not_allowed" });
      }
      const answer = await edge.send({
        route: "POST /functions/v1/billing-portal",
        for: "account",
        body: { returnUrl: target },
      });
      expect(await answer.json(), target).toMatchObject({ code: "url_not_allowed" });
    }
  });
});

test("outgoing requests: only to configured hosts, whatever URL the input holds", async ({
  edge,
}) => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (request: Request | string | URL) => {
    asked.push(new URL(request instanceof Request ? request.url : String(request)).hostname);
    return Promise.resolve(new Response("{}", { status: 500 }));
  });
  try {
    const inside = "http://169.254.169.254/latest/meta-data";
    const { privateKey, publicKey } = await generateKeyPair("RS256");
    const idToken = await new SignJWT({ sub: "1" })
      .setProtectedHeader({
        alg: "RS256",
        kid: "1",
        jku: inside,
        x5u: inside,
        jwk: await exportJWK(publicKey),
      })
      .setIssuer(inside)
      .setAudience("tidepost")
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(privateKey);
    const names = { provider: inside, issuer: inside, url: inside, jwks_uri: inside };
    await edge.call("POST", "/token?grant_type=id_token", { ...names, id_token: idToken });
    await edge.call("POST", "/token?grant_type=id_token", {
      ...names,
      provider: "google",
      id_token: idToken,
    });
    for (const domain of [inside, "169.254.169.254", "evil.example"]) {
      await edge.call("POST", "/sso", { domain, ...names });
    }
    await edge.call("POST", "/sso", { domain: "harbour.example", issuer: inside });
    const query = String(
      new URLSearchParams({ provider: "github", request_uri: inside, url: inside, iss: inside }),
    );
    await edge.request(`/authorize?${query}`, { redirect: "manual" });
    await edge.request(`/callback?state=${ID}&code=x&iss=${inside}`, { redirect: "manual" });
    await edge.call("GET", "/user", undefined, { authorization: `Bearer ${idToken}` });
  } finally {
    vi.unstubAllGlobals();
  }
  expect([...new Set(asked)].toSorted()).toEqual(["accounts.google.com", "sso.harbour.example"]);
});

describe("privilege escalation through input", () => {
  const PRIVILEGED = {
    id: ID,
    role: "service_role",
    aud: "service_role",
    is_super_admin: true,
    is_sso_user: true,
    is_anonymous: false,
    email_confirmed_at: "2020-01-01T00:00:00Z",
    confirmed_at: "2020-01-01T00:00:00Z",
    phone_confirmed_at: "2020-01-01T00:00:00Z",
    user_metadata: { taken: true },
    identities: [{ provider: "google" }],
    factors: [],
    password_hash: "x",
    banned_until: null,
  };
  const claimsOf = (token: unknown): Record<string, unknown> =>
    JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString()) as Record<
      string,
      unknown
    >;

  test("sign-up: privileged fields are ignored", async ({ edge, database }) => {
    const { body } = await edge.call("POST", "/signup", {
      ...PRIVILEGED,
      app_metadata: { role: "ops", provider: "google" },
      email: "eve@shop.example",
      password: PASSWORD,
      data: { role: "ops", app_metadata: { role: "ops" }, sub: ID, email_verified: true },
    });
    expect(claimsOf(body["access_token"])).toMatchObject({
      role: "authenticated",
      aud: "authenticated",
      app_metadata: { provider: "email", providers: ["email"] },
      is_anonymous: false,
    });
    const { rows } = await database.query(
      "select id, role, app_metadata, is_sso from users where email = 'eve@shop.example'",
    );
    expect(rows).toEqual([
      {
        id: expect.not.stringContaining(ID),
        role: "authenticated",
        app_metadata: { provider: "email", providers: ["email"] },
        is_sso: false,
      },
    ]);
  });

  test("account update: privileged fields are ignored", async ({ edge, database }) => {
    const row = "select * from users where email = 'mallory@shop.example'";
    const before = (await database.query(row)).rows;
    const refused = await edge.send({
      route: "PUT /auth/v1/user",
      for: "account",
      body: { ...PRIVILEGED, app_metadata: { role: "ops" } },
    });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect((await database.query(row)).rows).toEqual(before);
    const ignored = await edge.send({
      route: "PUT /auth/v1/user",
      for: "account",
      body: { ...PRIVILEGED, data: { role: "ops" } },
    });
    expect(ignored.status).toBe(200);
    const [account] = before;
    expect((await database.query(row)).rows).toEqual([
      {
        ...account,
        user_metadata: expect.objectContaining({ role: "ops" }),
        updated_at: expect.anything(),
      },
    ]);
    const { body } = await edge.call("POST", "/token?grant_type=password", {
      email: "mallory@shop.example",
      password: PASSWORD,
    });
    expect(claimsOf(body["access_token"])).toMatchObject({ role: "authenticated" });
  });

  test("strict calls: privileged fields are rejected", async ({ edge, database }) => {
    const count = `select (select count(*) from outbox_events) + (select count(*) from form_submissions) as all`;
    const before = (await database.query(count)).rows;
    for (const { body, ...call } of listed) {
      const { route } = call;
      if (body === undefined || /\/(?:auth|account)\//.test(route)) continue;
      for (const [name, value] of Object.entries({
        id: "sub_1",
        created_at: "2020-01-01T00:00:00Z",
        user_id: ID,
        userId: ID,
        customerId: "cus_1",
        amount: 1,
        idempotency_key: ID,
      })) {
        const answer = await edge.send({ ...call, body: { ...body, [name]: value } });
        expect(await answer.json(), `${route} ${name}`).toMatchObject({ code: "invalid_input" });
        expect(answer.status, `${route} ${name}`).toBe(400);
      }
    }
    expect((await database.query(count)).rows).toEqual(before);
  });
});

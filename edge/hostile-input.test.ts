import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, vi } from "vitest";
import { API, type AuthService, SITE, test as base } from "../tests/support/auth-service.ts";
import { PLAN } from "../tests/support/catalogue.ts";

const PASSWORD = "low tide at six";
const ID = randomUUID();

/** Each endpoint is called with enough rights, so that the input is read. */
type TokenUser = "visitor" | "account" | "service";
type Call = {
  as: TokenUser;
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
};

const PERSON = { first_name: "Ada", last_name: "Hart", email: "ada@shop.example" };
const CHALLENGE = { code_challenge: "c".repeat(43), code_challenge_method: "s256" };
const CHECKOUT = {
  priceId: PLAN.starter.priceId,
  mode: "subscription",
  successUrl: `${SITE}/checkout-success`,
  cancelUrl: `${SITE}/checkout`,
};
const REMOVAL = { event: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E", token: "t".repeat(43) };
const SUBSCRIPTION = { subscriptionId: "sub_1" };
const DECISION = {
  decision: "changes_requested",
  words: "Warmer, please.",
  posts: [{ postId: "pst_01KAHX2J3V7W8R9T0A1B2C3D4E", version: 1, contentHash: "0".repeat(64) }],
};
const SELECTION = { plan: PLAN.plus.priceId, add: ["an-addon"], remove: ["another"] };

/** Every endpoint that reads text, with all the texts that it reads. */
const CALLS: Readonly<Record<string, Call | readonly Call[]>> = {
  "POST /auth/v1/signup": [
    {
      as: "visitor",
      query: { redirect_to: SITE },
      body: { email: "eve@shop.example", password: PASSWORD, data: { name: "Eve" }, ...CHALLENGE },
    },
    { as: "visitor", body: { phone: "447700900123", password: PASSWORD, channel: "sms" } },
  ],
  "POST /auth/v1/token": [
    {
      as: "visitor",
      query: { grant_type: "password" },
      body: { email: "eve@shop.example", password: PASSWORD },
    },
    {
      as: "visitor",
      query: { grant_type: "password" },
      body: { phone: "447700900123", password: PASSWORD },
    },
    { as: "visitor", query: { grant_type: "refresh_token" }, body: { refresh_token: "x" } },
    {
      as: "visitor",
      query: { grant_type: "pkce" },
      body: { auth_code: ID, code_verifier: "v".repeat(43) },
    },
    {
      as: "visitor",
      query: { grant_type: "id_token" },
      body: { provider: "github", id_token: "a.b.c", access_token: "x", nonce: "n" },
    },
    {
      as: "visitor",
      query: { grant_type: "web3" },
      body: { chain: "solana", message: "I am", signature: "AA==" },
    },
  ],
  "POST /auth/v1/otp": [
    { as: "visitor", body: { email: "eve@shop.example", data: { name: "Eve" }, ...CHALLENGE } },
    { as: "visitor", body: { phone: "447700900123", channel: "sms" } },
  ],
  "POST /auth/v1/magiclink": { as: "visitor", body: { email: "eve@shop.example" } },
  "POST /auth/v1/verify": [
    { as: "visitor", body: { type: "signup", email: "eve@shop.example", token: "123456" } },
    { as: "visitor", body: { type: "sms", phone: "447700900123", token: "123456" } },
    { as: "visitor", body: { type: "email", token_hash: "ab12", redirect_to: SITE } },
  ],
  "GET /auth/v1/verify": {
    as: "visitor",
    query: { type: "signup", token: "ab12", redirect_to: SITE },
  },
  "POST /auth/v1/recover": { as: "visitor", body: { email: "eve@shop.example", ...CHALLENGE } },
  "POST /auth/v1/resend": [
    { as: "visitor", body: { type: "signup", email: "eve@shop.example" } },
    { as: "visitor", body: { type: "sms", phone: "447700900123" } },
  ],
  "GET /auth/v1/authorize": {
    as: "visitor",
    query: { provider: "github", redirect_to: SITE, scopes: "repo", prompt: "none", ...CHALLENGE },
  },
  "GET /auth/v1/callback": {
    as: "visitor",
    query: { state: ID, code: "x", error: "denied", error_description: "no" },
  },
  "POST /auth/v1/callback": { as: "visitor", body: { state: ID, code: "x", user: "{}" } },
  "POST /auth/v1/sso": [
    { as: "visitor", body: { domain: "shop.example", redirect_to: SITE } },
    { as: "visitor", body: { provider_id: ID } },
  ],
  "PUT /auth/v1/user": [
    {
      as: "account",
      body: { email: "new@shop.example", data: { name: "Eve" }, current_password: PASSWORD },
    },
    { as: "account", body: { phone: "447700900123", channel: "sms" } },
    { as: "account", body: { password: PASSWORD, nonce: "123456" } },
  ],
  "POST /auth/v1/logout": { as: "account", query: { scope: "others" } },
  "GET /auth/v1/user/identities/authorize": {
    as: "account",
    query: { provider: "github", redirect_to: SITE, scopes: "repo", ...CHALLENGE },
  },
  "DELETE /auth/v1/user/identities/:id": { as: "account" },
  "POST /auth/v1/factors": {
    as: "account",
    body: { factor_type: "totp", friendly_name: "phone", issuer: "tidepost" },
  },
  "POST /auth/v1/factors/:id/challenge": { as: "account", body: { channel: "sms" } },
  "POST /auth/v1/factors/:id/verify": {
    as: "account",
    body: { challenge_id: ID, code: "123456" },
  },
  "DELETE /auth/v1/factors/:id": { as: "account" },
  "POST /auth/v1/factors/recovery-codes": { as: "account", body: { friendly_name: "Codes" } },
  "POST /auth/v1/factors/recovery-codes/verify": { as: "account", body: { code: "abcd" } },
  "POST /auth/v1/passkeys/registration/verify": {
    as: "account",
    body: {
      challenge_id: ID,
      credential: {
        id: "YQ",
        type: "public-key",
        response: { clientDataJSON: "e30", attestationObject: "YQ", transports: ["usb"] },
      },
    },
  },
  "POST /auth/v1/passkeys/authentication/options": {
    as: "visitor",
    body: { gotrue_meta_security: { captcha_token: "x" } },
  },
  "POST /auth/v1/passkeys/authentication/verify": {
    as: "visitor",
    body: {
      challenge_id: ID,
      credential: {
        id: "YQ",
        type: "public-key",
        response: {
          clientDataJSON: "e30",
          authenticatorData: "YQ",
          signature: "YQ",
          userHandle: "YQ",
        },
      },
    },
  },
  "PATCH /auth/v1/passkeys/:id": { as: "account", body: { friendly_name: "Phone" } },
  "DELETE /auth/v1/passkeys/:id": { as: "account" },
  "GET /auth/v1/admin/users": { as: "service", query: { page: "1", per_page: "10" } },
  "POST /auth/v1/admin/users": {
    as: "service",
    body: {
      id: ID,
      email: "new@shop.example",
      phone: "447700900123",
      password: PASSWORD,
      role: "authenticated",
      ban_duration: "1h",
      user_metadata: { name: "Eve" },
      app_metadata: { plan: "x" },
    },
  },
  "GET /auth/v1/admin/users/:id": { as: "service" },
  "PUT /auth/v1/admin/users/:id": {
    as: "service",
    body: { email: "new@shop.example", role: "authenticated", ban_duration: "1h" },
  },
  "DELETE /auth/v1/admin/users/:id": { as: "service" },
  "GET /auth/v1/admin/users/:id/factors": { as: "service" },
  "DELETE /auth/v1/admin/users/:id/factors/:factorId": { as: "service" },
  "GET /auth/v1/admin/users/:id/passkeys": { as: "service" },
  "DELETE /auth/v1/admin/users/:id/passkeys/:passkeyId": { as: "service" },
  "POST /auth/v1/invite": {
    as: "service",
    body: { email: "new@shop.example", data: { name: "Eve" } },
  },
  "POST /auth/v1/admin/generate_link": [
    { as: "service", body: { type: "signup", email: "new@shop.example", password: PASSWORD } },
    {
      as: "service",
      body: {
        type: "email_change_new",
        email: "eve@shop.example",
        new_email: "new@shop.example",
        redirect_to: SITE,
      },
    },
  ],
  "POST /rest/v1/form_submissions": [
    {
      as: "visitor",
      body: {
        form_type: "contact",
        ...PERSON,
        company: "Hart",
        subject: "General Inquiry",
        message: "Hello",
        source: "Contact Us Page",
        hp_field: "",
        conversion: {
          event_id: ID,
          consent_version: "2026-01",
          consented_at: "2026-11-20T12:00:00Z",
          page_url: `${SITE}/contact`,
          fbp: "fb.1.1763600000000.1234567890",
          fbc: "fb.1.1763600000000.AbCd",
        },
      },
    },
    {
      as: "visitor",
      body: {
        form_type: "free-trial",
        ...PERSON,
        phone: "01947 000000",
        company: "Hart",
        website: "hart.example",
        business_type: "Café",
        preferred_platform: "Instagram",
        goals: "More guests",
      },
    },
  ],
  "GET /rest/v1/user_subscription": { as: "account", query: { select: "*" } },
  "GET /rest/v1/user_orders": {
    as: "account",
    query: { select: "*", order: "order_date.desc" },
  },
  "POST /functions/v1/account/mail-link": { as: "visitor", body: { token: "x" } },
  "POST /functions/v1/account/removal": { as: "visitor", body: REMOVAL },
  "POST /functions/v1/account/removal/confirm": { as: "visitor", body: REMOVAL },
  "POST /functions/v1/account/recovery": { as: "account", body: { ids: [ID] } },
  "GET /functions/v1/account/export": { as: "account" },
  "POST /functions/v1/account/reauthenticate": {
    as: "account",
    body: { password: "x", nonce: "1" },
  },
  "POST /functions/v1/stripe-checkout": [
    {
      as: "visitor",
      body: {
        ...CHECKOUT,
        customerEmail: "eve@shop.example",
        code: "comeback30",
        conversion: {
          consent_version: "2026-01",
          consented_at: "2026-11-20T12:00:00Z",
          page_url: `${SITE}/checkout`,
          fbp: "fb.1.1763600000000.1234567890",
          fbc: "fb.1.1763600000000.AbCd",
        },
      },
    },
    { as: "account", body: { ...CHECKOUT, code: "comeback30" } },
  ],
  "POST /functions/v1/promotion-code": { as: "visitor", body: { code: "comeback30" } },
  "GET /functions/v1/checkout-session": { as: "visitor", query: { session_id: "cs_x!" } },
  "POST /functions/v1/billing-portal": {
    as: "account",
    body: { flow: "payment_method_update", returnUrl: `${SITE}/dashboard` },
  },
  "POST /functions/v1/order-document": {
    as: "account",
    body: { orderId: "in_1", document: "pdf" },
  },
  "POST /functions/v1/billing-details": {
    as: "account",
    body: {
      name: "Marlow & Finch Ltd",
      line1: "1 Harbour Street",
      line2: "",
      city: "Whitstable",
      postalCode: "CT5 1AA",
      country: "GB",
      vatNumber: "GB123456782",
      invoiceEmail: "books@shop.example",
    },
  },
  "POST /functions/v1/plan-change": {
    as: "account",
    body: { ...SELECTION, prorationDate: 1, dueTodayPence: 1 },
  },
  "POST /functions/v1/plan-change/preview": { as: "account", body: SELECTION },
  "POST /functions/v1/plan-change/withdraw": { as: "account", body: SUBSCRIPTION },
  "POST /functions/v1/retention-offer": { as: "account", body: { reason: "too_expensive" } },
  "POST /functions/v1/apply-retention-discount": { as: "account", body: SUBSCRIPTION },
  "POST /functions/v1/cancel-subscription": {
    as: "account",
    body: { ...SUBSCRIPTION, reason: "too_expensive", cause: "too_expensive", feedback: "No" },
  },
  "POST /functions/v1/keep-subscription": { as: "account", body: SUBSCRIPTION },
  "POST /functions/v1/unclaimed-purchases": { as: "account", body: { subscriptionId: "sub_1" } },
  "PUT /functions/v1/brief": {
    as: "account",
    body: {
      version: 1,
      revision: 0,
      answers: {
        businessName: "Fig & Thistle",
        about: "We bake.",
        audience: "Neighbours",
        tone: "Warm",
        dos: "Bread",
        donts: "Prices",
        links: "https://fig.example",
        material: "A folder",
        instagram: "@fig",
        facebook: "fig",
        tiktok: "@fig",
        linkedin: "fig",
        x: "@fig",
      },
    },
  },
  "GET /functions/v1/reports": { as: "account", query: { number: "1" } },
  "POST /functions/v1/report": {
    as: "visitor",
    body: { reportId: `rep_${"0".repeat(26)}`, token: "a".repeat(43) },
  },
  "POST /functions/v1/page-views": { as: "visitor", body: { path: "/", isVisit: true } },
  "POST /functions/v1/brief/submit": { as: "account", body: { version: 1, revision: 1 } },
  "POST /functions/v1/brief/approvers": {
    as: "account",
    body: { name: "Ben Hart", email: "ben@shop.example" },
  },
  "DELETE /functions/v1/brief/approvers/:id": { as: "account" },
  "POST /functions/v1/material": {
    as: "account",
    body: { name: "Shop.jpg", bytes: 1, fingerprint: "0".repeat(64) },
  },
  "PUT /functions/v1/material/:id/parts/:part": {
    as: "visitor",
    query: { until: "2000000000", key: "x" },
  },
  "POST /functions/v1/material/:id/complete": { as: "account" },
  "DELETE /functions/v1/material/:id": { as: "account" },
  "GET /media": { as: "visitor", query: { until: "2000000000", key: "x", under: "x", after: "x" } },
  "PUT /media/erased/:hash": { as: "visitor", query: { until: "2000000000", key: "x" } },
  "GET /media/:id/:file": { as: "visitor", query: { until: "2000000000", key: "x" } },
  "PUT /media/:id/:file": { as: "visitor", query: { until: "2000000000", key: "x" } },
  "DELETE /media/:id/raw": { as: "visitor", query: { until: "2000000000", key: "x" } },
  "GET /photos/:id": { as: "visitor" },
  "GET /review": { as: "visitor", query: { token: "a".repeat(43) } },
  "GET /mail-pictures/:link/:id/:key": { as: "visitor" },
  "DELETE /media/:id": {
    as: "visitor",
    query: { until: "2000000000", key: "x", upload: "x" },
  },
  "POST /functions/v1/posts/decisions": { as: "account", body: DECISION },
  "POST /functions/v1/review/decisions": { as: "visitor", body: DECISION },
  "GET /functions/v1/review/posts/:id/comments": { as: "visitor" },
  "POST /functions/v1/review/posts/:id/comments": {
    as: "visitor",
    body: { key: ID, version: 1, text: "Could the dog be in it?" },
  },
  "GET /functions/v1/posts/:id/comments": { as: "account" },
  "POST /functions/v1/posts/:id/comments": {
    as: "account",
    body: { key: ID, version: 1, text: "Could the dog be in it?" },
  },
  "POST /functions/v1/refund-request": {
    as: "account",
    body: { ...SUBSCRIPTION, message: "Please give it back." },
  },
};

/** Endpoints without input, and the webhook, which checks the signature first. */
const WITHOUT_INPUT = [
  "GET /openapi.json",
  "GET /docs",
  "GET /functions/v1/promise-figures",
  "GET /healthz",
  "GET /readyz",
  "GET /.well-known/security.txt",
  "POST /webhooks/stripe",
  "POST /webhooks/resend",
  "POST /webhooks/calendly",
  "POST /webhooks/twilio",
  "POST /unsubscribe/:id/:token",
  "POST /review",
  "GET /auth/v1/health",
  "GET /auth/v1/settings",
  "GET /auth/v1/.well-known/jwks.json",
  "GET /auth/v1/.well-known/openid-configuration",
  "GET /auth/v1/reauthenticate",
  "POST /functions/v1/account/erase",
  "GET /auth/v1/user",
  "GET /auth/v1/passkeys",
  "POST /auth/v1/passkeys/registration/options",
  "GET /auth/v1/factors/recovery-codes",
  "POST /auth/v1/factors/recovery-codes/regenerate",
  "DELETE /auth/v1/factors/recovery-codes",
  "GET /functions/v1/account/sessions",
  "GET /functions/v1/account/email",
  "GET /functions/v1/account/recovery",
  "GET /functions/v1/billing-details",
  "GET /functions/v1/brief",
  "GET /functions/v1/material",
  "GET /functions/v1/calendar",
  "GET /functions/v1/review",
  "POST /functions/v1/review/fresh-email",
  "GET /functions/v1/open-invoice",
  "POST /functions/v1/open-invoice",
  "GET /functions/v1/subscription",
  "GET /functions/v1/unclaimed-purchases",
];

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

const SETTINGS = {
  MAILER_AUTOCONFIRM: "true",
  SECURITY_MANUAL_LINKING_ENABLED: "true",
  EXTERNAL_PHONE_ENABLED: "true",
  EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
  EXTERNAL_WEB3_SOLANA_ENABLED: "true",
  PASSKEY_ENABLED: "true",
  EXTERNAL_GITHUB_ENABLED: "true",
  EXTERNAL_GITHUB_CLIENT_ID: "tidepost",
  EXTERNAL_GITHUB_SECRET: "a secret of tests",
  EXTERNAL_GOOGLE_ENABLED: "true",
  EXTERNAL_GOOGLE_CLIENT_ID: "tidepost",
  EXTERNAL_GOOGLE_SECRET: "a secret of tests",
  SSO_PROVIDERS: JSON.stringify([
    {
      id: "0b0e9d2c-5c0a-4a53-9c8c-6d1a0f7a9b11",
      domains: ["harbour.example"],
      issuer: "https://sso.harbour.example",
      client_id: "tidepost",
      client_secret: "a secret of tests",
    },
  ]),
  STRIPE_SECRET_KEY: "sk_test_hostile",
  STRIPE_API_BASE: "http://127.0.0.1:1",
};

type Edge = AuthService & {
  send: (route: string, call: Call, change?: Change) => Promise<Response>;
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
    const service = serviceWith(SETTINGS);
    const anon = await service.sign({ role: "anon" });
    const { body } = await service.call("POST", "/signup", {
      email: "mallory@shop.example",
      password: PASSWORD,
    });
    const tokens: Record<TokenUser, string> = {
      visitor: anon,
      account: String(body["access_token"]),
      service: await service.sign({ role: "service_role" }),
    };
    await use({
      ...service,
      send: (route, call, change = {}) => {
        const [method = "", pattern = ""] = route.split(" ");
        const path = (change.path ?? ((text) => text.replaceAll(/:\w+/g, ID)))(pattern);
        const query = new URLSearchParams({ ...call.query, ...change.query });
        const sent =
          change.body ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
        return service.request(`${API}${path}?${String(query)}`, {
          method,
          redirect: "manual",
          headers: {
            apikey: anon,
            authorization: `Bearer ${tokens[call.as]}`,
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

const listed = Object.entries(CALLS).flatMap(([route, calls]) =>
  [calls].flat().map((call): [string, Call] => [route, call]),
);

const variantsOf = (own: string, text: string) =>
  Object.values(BREAKING).includes(text) ? [text, own + text] : [text];

/** Replaces and extends each text of a call. */
function* replaced(route: string, call: Call, text: string): Generator<[string, Change]> {
  if (route.includes(":")) {
    // Browsers never send half a surrogate pair in a URL.
    const written = encodeURIComponent(text.toWellFormed());
    yield ["path", { path: (path) => path.replaceAll(/:\w+/g, written) }];
  }
  for (const [name, own] of Object.entries(call.query ?? {})) {
    for (const variant of variantsOf(own, text)) yield [name, { query: { [name]: variant } }];
  }
  for (const [place, body] of replacedIn(call.body ?? {}, text)) {
    yield [place, { body: JSON.stringify(body) }];
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

test("every route that takes input is tested here", ({ edge }) => {
  expect([...Object.keys(CALLS), ...WITHOUT_INPUT].toSorted()).toEqual(edge.routes.toSorted());
});

describe("hostile text", () => {
  const isAuth = ([route]: [string, Call]) => route.includes("/auth/");
  // In the auth API, a call may meet the account that an earlier one made.
  const groups: [string, [string, Call][]][] = [
    ...listed.filter(isAuth).map((one): [string, [string, Call][]] => [one[0], [one]]),
    ["every other route", listed.filter((one) => !isAuth(one))],
  ];

  test.for(groups)(
    "%s: hostile text in any field breaks nothing, ends no session and reaches no other user",
    async ([, calls], { edge, bystander }) => {
      const before = await bystander();
      for (const [route, call] of calls) {
        for (const [name, text] of Object.entries(HOSTILE)) {
          for (const [place, change] of replaced(route, call, text)) {
            const answer = await edge.send(route, call, change);
            const said = await answer.text();
            const context = `${route}, ${name} in ${place}: ${answer.status} ${said.slice(0, 200)}`;
            // Only Stripe is unavailable here.
            if (answer.status === 503) expect(said, context).toContain("payments_unavailable");
            else expect(answer.status, context).toBeLessThan(500);
            expect(answer.headers.get("set-cookie"), context).toBeNull();
            expect(answer.headers.get("content-type") ?? "", context).not.toContain("html");
          }
        }
      }
      expect((await edge.send("GET /auth/v1/user", { as: "account" })).status).toBe(200);
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
    const answer = await edge.send("PUT /auth/v1/user", { as: "account", body: { data } });
    expect(answer.status).toBe(200);
    const { rows } = await database.query(
      "select user_metadata from users where email = 'mallory@shop.example'",
    );
    expect(rows).toEqual([{ user_metadata: expect.objectContaining(data) }]);
  });
});

test("every route with a body: more than 1 MiB is rejected", async ({ edge }) => {
  const padding = "x".repeat(1024 * 1024);
  for (const [route, call] of listed) {
    if (call.body === undefined) continue;
    const answer = await edge.send(route, call, {
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
      ...SETTINGS,
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
  for (const [route, { body, ...call }] of listed) {
    const [, path = ""] = route.split(" ");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const other = `${method} ${path}`;
      if (edge.routes.includes(other)) continue;
      const asked = body === undefined || method === "GET" ? call : { ...call, body };
      const answer = await edge.send(other, asked, {
        headers: { "x-http-method-override": "POST", "x-method-override": "POST" },
        query: { _method: "POST" },
      });
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
  for (const [route, call] of listed) {
    // Guests may buy.
    if (call.as === "visitor" || route.endsWith("/stripe-checkout")) continue;
    const answer = await edge.send(route, call, { headers: { authorization: "", cookie } });
    expect([401, 403], `${route}: ${answer.status}`).toContain(answer.status);
  }
});

test("responses: set no cookie, forbid framing, sniffing and caching", async ({ edge }) => {
  for (const [route, call] of listed) {
    const { headers } = await edge.send(route, call, {
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
    const edge = serviceWith({ ...SETTINGS, MAILER_AUTOCONFIRM: "false" });
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
        const answer = await edge.send("POST /functions/v1/stripe-checkout", {
          as: "visitor",
          body,
        });
        expect(await answer.json(), target).toMatchObject({ code: "url_not_allowed" });
      }
      const answer = await edge.send("POST /functions/v1/billing-portal", {
        as: "account",
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
    const refused = await edge.send("PUT /auth/v1/user", {
      as: "account",
      body: { ...PRIVILEGED, app_metadata: { role: "ops" } },
    });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect((await database.query(row)).rows).toEqual(before);
    const ignored = await edge.send("PUT /auth/v1/user", {
      as: "account",
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
    for (const [route, { body, ...call }] of listed) {
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
        const answer = await edge.send(route, { ...call, body: { ...body, [name]: value } });
        expect(await answer.json(), `${route} ${name}`).toMatchObject({ code: "invalid_input" });
        expect(answer.status, `${route} ${name}`).toBe(400);
      }
    }
    expect((await database.query(count)).rows).toEqual(before);
  });
});

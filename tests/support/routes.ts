import { randomUUID } from "node:crypto";
import type { EnquiryRequest } from "#contracts/api/enquiry.ts";
import type { Access } from "#contracts/api/operation.ts";
import type { OPERATIONS } from "#contracts/api/operations.ts";
import type { AUTH_OPERATIONS } from "../../edge/openapi/auth-operations.ts";
import { ALL_OPERATIONS } from "../../edge/openapi/document.ts";
import type { OTHER_OPERATIONS } from "../../edge/openapi/other-operations.ts";
import type { AuthService } from "./auth-service.ts";
import { PLAN } from "./catalogue.ts";

/** `anybody` sends no key, because the request carries a signature or a code; a `visitor` sends the site's public key. */
export type Audience = "anybody" | "visitor" | "account" | "service";

const AUDIENCES: Readonly<Partial<Record<Access, Audience>>> = {
  public_key: "visitor",
  email_link: "visitor",
  session: "account",
  token: "account",
  service_key: "service",
};

type Input = {
  readonly for?: Audience;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
};
export type Call = Input & { readonly route: string; readonly for: Audience };

type Route = keyof (typeof OPERATIONS & typeof AUTH_OPERATIONS & typeof OTHER_OPERATIONS);

const SITE = "https://tidepost.example";
export const PASSWORD = "low tide at six";
/** No row has this id. */
export const ID = randomUUID();
const PERSON = { first_name: "Ada", last_name: "Hart", email: "ada@shop.example" };
const CONVERSION = {
  event_id: ID,
  consent_version: "2026-01",
  consented_at: "2026-11-20T12:00:00Z",
  page_url: `${SITE}/contact`,
  fbp: "fb.1.1763600000000.1234567890",
  fbc: "fb.1.1763600000000.AbCd",
};
const CHALLENGE = { code_challenge: "c".repeat(43), code_challenge_method: "s256" };
export const CHECKOUT = {
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
const BACK = { redirect_to: SITE };
const EARLIER = { before: "cmt_01KAHX2J3V7W8R9T0A1B2C3D4E" };
const SIGNED = { until: "2000000000", key: "x" };

/** All texts that an operation reads beside its path; several inputs where they exclude each other. */
const INPUTS: Readonly<Partial<Record<Route, Input | readonly Input[]>>> = {
  "POST /auth/v1/signup": [
    {
      query: BACK,
      body: { email: "eve@shop.example", password: PASSWORD, data: { name: "Eve" }, ...CHALLENGE },
    },
    { body: { phone: "447700900123", password: PASSWORD, channel: "sms" } },
  ],
  "POST /auth/v1/token": [
    {
      query: { grant_type: "password" },
      body: { email: "eve@shop.example", password: PASSWORD },
    },
    {
      query: { grant_type: "password" },
      body: { phone: "447700900123", password: PASSWORD },
    },
    { query: { grant_type: "refresh_token" }, body: { refresh_token: "x" } },
    {
      query: { grant_type: "pkce" },
      body: { auth_code: ID, code_verifier: "v".repeat(43) },
    },
    {
      query: { grant_type: "id_token" },
      body: { provider: "github", id_token: "a.b.c", access_token: "x", nonce: "n" },
    },
    {
      query: { grant_type: "web3" },
      body: { chain: "solana", message: "I am", signature: "AA==" },
    },
  ],
  "POST /auth/v1/otp": [
    { query: BACK, body: { email: "eve@shop.example", data: { name: "Eve" }, ...CHALLENGE } },
    { body: { phone: "447700900123", channel: "sms" } },
  ],
  "POST /auth/v1/magiclink": { query: BACK, body: { email: "eve@shop.example" } },
  "POST /auth/v1/verify": [
    { body: { type: "signup", email: "eve@shop.example", token: "123456" } },
    { body: { type: "sms", phone: "447700900123", token: "123456" } },
    { body: { type: "email", token_hash: "ab12", redirect_to: SITE } },
  ],
  "GET /auth/v1/verify": {
    query: { type: "signup", token: "ab12", redirect_to: SITE },
  },
  "POST /auth/v1/recover": { query: BACK, body: { email: "eve@shop.example", ...CHALLENGE } },
  "POST /auth/v1/resend": [
    { query: BACK, body: { type: "signup", email: "eve@shop.example" } },
    { body: { type: "sms", phone: "447700900123" } },
  ],
  "GET /auth/v1/authorize": {
    query: { provider: "github", redirect_to: SITE, scopes: "repo", prompt: "none", ...CHALLENGE },
  },
  "GET /auth/v1/callback": {
    query: { state: ID, code: "x", error: "denied", error_description: "no" },
  },
  "POST /auth/v1/callback": { body: { state: ID, code: "x", user: "{}" } },
  "POST /auth/v1/sso": [
    { body: { domain: "shop.example", redirect_to: SITE } },
    { body: { provider_id: ID } },
  ],
  "PUT /auth/v1/user": [
    {
      query: BACK,
      body: { email: "new@shop.example", data: { name: "Eve" }, current_password: PASSWORD },
    },
    { body: { phone: "447700900123", channel: "sms" } },
    { body: { password: PASSWORD, nonce: "123456" } },
  ],
  "POST /auth/v1/logout": { query: { scope: "others" } },
  "GET /auth/v1/user/identities/authorize": {
    query: { provider: "github", redirect_to: SITE, scopes: "repo", ...CHALLENGE },
  },
  "POST /auth/v1/factors": {
    body: { factor_type: "totp", friendly_name: "phone", issuer: "tidepost" },
  },
  "POST /auth/v1/factors/:id/challenge": { body: { channel: "sms" } },
  "POST /auth/v1/factors/:id/verify": {
    body: { challenge_id: ID, code: "123456" },
  },
  "POST /auth/v1/factors/recovery-codes": { body: { friendly_name: "Codes" } },
  "POST /auth/v1/factors/recovery-codes/verify": { body: { code: "abcd" } },
  "POST /auth/v1/passkeys/registration/verify": {
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
    body: { gotrue_meta_security: { captcha_token: "x" } },
  },
  "POST /auth/v1/passkeys/authentication/verify": {
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
  "PATCH /auth/v1/passkeys/:id": { body: { friendly_name: "Phone" } },
  "GET /auth/v1/admin/users": { query: { page: "1", per_page: "10" } },
  "POST /auth/v1/admin/users": {
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
  "PUT /auth/v1/admin/users/:id": {
    body: { email: "new@shop.example", role: "authenticated", ban_duration: "1h" },
  },
  "POST /auth/v1/invite": {
    query: BACK,
    body: { email: "new@shop.example", data: { name: "Eve" } },
  },
  "POST /auth/v1/admin/generate_link": [
    { query: BACK, body: { type: "signup", email: "new@shop.example", password: PASSWORD } },
    {
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
      body: {
        form_type: "contact",
        ...PERSON,
        company: "Hart",
        subject: "General Inquiry",
        message: "Hello",
        source: "Contact Us Page",
        hp_field: "",
        conversion: CONVERSION,
      } satisfies Required<EnquiryRequest>,
    },
    {
      body: {
        form_type: "free-trial",
        ...PERSON,
        phone: "01947 000000",
        company: "Hart",
        website: "hart.example",
        business_type: "Café",
        preferred_platform: "Instagram",
        goals: "More guests",
        source: "Free Trial Page",
        hp_field: "",
        conversion: CONVERSION,
      } satisfies Required<EnquiryRequest>,
    },
  ],
  "GET /rest/v1/user_subscription": { query: { select: "*" } },
  "GET /rest/v1/user_orders": {
    query: { select: "*", order: "order_date.desc" },
  },
  "POST /functions/v1/account/mail-link": { body: { token: "x" } },
  "POST /functions/v1/account/removal": { body: REMOVAL },
  "POST /functions/v1/account/removal/confirm": { body: REMOVAL },
  "POST /functions/v1/account/recovery": { body: { ids: [ID] } },
  "POST /functions/v1/account/reauthenticate": {
    body: { password: "x", nonce: "1" },
  },
  "POST /functions/v1/stripe-checkout": [
    {
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
    { for: "account", body: { ...CHECKOUT, code: "comeback30" } },
  ],
  "POST /functions/v1/promotion-code": { body: { code: "comeback30" } },
  "GET /functions/v1/checkout-session": { query: { session_id: "cs_x!" } },
  "GET /functions/v1/open-invoice": { query: { subscription: "sub_1" } },
  "POST /functions/v1/open-invoice": { query: { subscription: "sub_1" } },
  "POST /functions/v1/billing-portal": {
    body: { flow: "payment_method_update", returnUrl: `${SITE}/dashboard` },
  },
  "POST /functions/v1/order-document": {
    body: { orderId: "in_1", document: "pdf" },
  },
  "POST /functions/v1/billing-details": {
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
    body: { ...SELECTION, prorationDate: 1, dueTodayPence: 1 },
  },
  "POST /functions/v1/plan-change/preview": { body: SELECTION },
  "POST /functions/v1/plan-change/withdraw": { body: SUBSCRIPTION },
  "POST /functions/v1/retention-offer": { body: { reason: "too_expensive" } },
  "POST /functions/v1/apply-retention-discount": { body: SUBSCRIPTION },
  "POST /functions/v1/cancel-subscription": {
    body: { ...SUBSCRIPTION, reason: "too_expensive", cause: "too_expensive", feedback: "No" },
  },
  "POST /functions/v1/keep-subscription": { body: SUBSCRIPTION },
  "POST /functions/v1/unclaimed-purchases": { body: { subscriptionId: "sub_1" } },
  "PUT /functions/v1/brief": {
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
  "GET /functions/v1/reports": { query: { number: "1" } },
  "POST /functions/v1/report": {
    body: { reportId: `rep_${"0".repeat(26)}`, token: "a".repeat(43) },
  },
  "POST /functions/v1/page-views": { body: { path: "/", isVisit: true } },
  "POST /functions/v1/brief/submit": { body: { version: 1, revision: 1 } },
  "POST /functions/v1/brief/approvers": {
    body: { name: "Ben Hart", email: "ben@shop.example" },
  },
  "POST /functions/v1/material": {
    body: { name: "Shop.jpg", bytes: 1, fingerprint: "0".repeat(64) },
  },
  "GET /media": { query: { under: "x", after: "x" } },
  "GET /review": { query: { token: "a".repeat(43) } },
  "DELETE /media/:id": { query: { upload: "x" } },
  "POST /functions/v1/posts/decisions": { body: DECISION },
  "POST /functions/v1/review/decisions": { body: DECISION },
  "GET /functions/v1/review/posts/:id/comments": { query: EARLIER },
  "POST /functions/v1/review/posts/:id/comments": {
    body: { key: ID, version: 1, text: "Could the dog be in it?" },
  },
  "GET /functions/v1/posts/:id/comments": { query: EARLIER },
  "POST /functions/v1/posts/:id/comments": {
    body: { key: ID, version: 1, text: "Could the dog be in it?" },
  },
  "POST /functions/v1/refund-request": {
    body: { ...SUBSCRIPTION, message: "Please give it back." },
  },
};

/** Calls of every operation of the API, by whom its description says. */
export const CALLS: readonly Call[] = Object.entries(ALL_OPERATIONS).flatMap(
  ([route, { access }]) =>
    [INPUTS[route as Route] ?? {}].flat().map((input) => ({
      route,
      for: AUDIENCES[access] ?? "anybody",
      ...input,
      ...(access === "signed_address" && { query: { ...SIGNED, ...input.query } }),
    })),
);

/** The first call of each operation. */
export const ROUTES: Readonly<Record<string, Call>> = Object.fromEntries(
  CALLS.toReversed().map((call) => [call.route, call]),
);

/** Enables everything, so that a rejection is about the caller or the input. */
export const EVERYTHING_ON = {
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
  STRIPE_SECRET_KEY: "sk_test_everything",
  STRIPE_API_BASE: "http://127.0.0.1:1",
};

export const routesFor = (wanted: Audience) =>
  Object.entries(ROUTES).filter(([, call]) => call.for === wanted);

export async function statusOf(
  edge: AuthService,
  { route, body, query }: Call,
  headers: Record<string, string>,
): Promise<number> {
  const [method = "", path = ""] = route.split(" ");
  const response = await edge.request(
    `https://api.tidepost.example${path.replace(/:\w+/g, ID)}?${String(new URLSearchParams(query))}`,
    {
      method,
      headers: {
        "content-type": "application/json",
        accept: "application/vnd.pgrst.object+json",
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  return response.status;
}

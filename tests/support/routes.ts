import { randomUUID } from "node:crypto";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import type { AuthService } from "./auth-service.ts";

export type Access =
  /** No key: the request carries a signature or a code. */
  | { for: "anybody" }
  /** The site's public key. */
  | { for: "visitor"; body?: object }
  /** A session. */
  | { for: "account"; body?: object; query?: string }
  /** The service key. */
  | { for: "service"; body?: object };

/** No row has this id. */
export const ID = randomUUID();
const REMOVAL = { event: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E", token: "t".repeat(43) };
const SUBSCRIPTION = { subscriptionId: "sub_1" };

/** Every endpoint of the edge; `edge/authorization.test.ts` fails for one that is missing. */
export const ROUTES: Readonly<Record<string, Access>> = {
  "GET /openapi.json": { for: "anybody" },
  "GET /docs": { for: "anybody" },
  "GET /healthz": { for: "anybody" },
  "GET /readyz": { for: "anybody" },
  "GET /.well-known/security.txt": { for: "anybody" },
  "POST /webhooks/stripe": { for: "anybody" },
  "POST /webhooks/resend": { for: "anybody" },
  "POST /webhooks/calendly": { for: "anybody" },
  "POST /webhooks/twilio": { for: "anybody" },
  "POST /unsubscribe/:id/:token": { for: "anybody" },
  "GET /review": { for: "anybody" },
  "POST /review": { for: "anybody" },
  "GET /media": { for: "anybody" },
  "PUT /media/erased/:hash": { for: "anybody" },
  "GET /media/:id/:file": { for: "anybody" },
  "PUT /media/:id/:file": { for: "anybody" },
  "DELETE /media/:id/raw": { for: "anybody" },
  "DELETE /media/:id": { for: "anybody" },
  "GET /photos/:id": { for: "anybody" },
  "GET /mail-pictures/:link/:id/:key": { for: "anybody" },

  "GET /auth/v1/health": { for: "anybody" },
  "GET /auth/v1/settings": { for: "anybody" },
  "GET /auth/v1/.well-known/jwks.json": { for: "anybody" },
  "GET /auth/v1/.well-known/openid-configuration": { for: "anybody" },
  "POST /auth/v1/signup": { for: "anybody" },
  "POST /auth/v1/token": { for: "anybody" },
  "POST /auth/v1/otp": { for: "anybody" },
  "POST /auth/v1/magiclink": { for: "anybody" },
  "POST /auth/v1/verify": { for: "anybody" },
  "GET /auth/v1/verify": { for: "anybody" },
  "POST /auth/v1/recover": { for: "anybody" },
  "POST /auth/v1/resend": { for: "anybody" },
  "GET /auth/v1/authorize": { for: "anybody" },
  "GET /auth/v1/callback": { for: "anybody" },
  "POST /auth/v1/callback": { for: "anybody" },
  "POST /auth/v1/sso": { for: "anybody" },
  "GET /auth/v1/reauthenticate": { for: "account" },
  "GET /auth/v1/user": { for: "account" },
  "PUT /auth/v1/user": { for: "account", body: { data: { theme: "dark" } } },
  "POST /auth/v1/logout": { for: "account" },
  "GET /auth/v1/user/identities/authorize": {
    for: "account",
    query: `?provider=github&code_challenge=${"c".repeat(43)}&code_challenge_method=s256`,
  },
  "DELETE /auth/v1/user/identities/:id": { for: "account" },
  "POST /auth/v1/factors": { for: "account", body: { factor_type: "totp" } },
  "POST /auth/v1/factors/:id/challenge": { for: "account", body: {} },
  "POST /auth/v1/factors/:id/verify": {
    for: "account",
    body: { challenge_id: ID, code: "123456" },
  },
  "DELETE /auth/v1/factors/:id": { for: "account" },
  "GET /auth/v1/factors/recovery-codes": { for: "account" },
  "POST /auth/v1/factors/recovery-codes": { for: "account" },
  "POST /auth/v1/factors/recovery-codes/verify": { for: "account", body: { code: "0" } },
  "POST /auth/v1/factors/recovery-codes/regenerate": { for: "account" },
  "DELETE /auth/v1/factors/recovery-codes": { for: "account" },
  "POST /auth/v1/passkeys/registration/options": { for: "account", body: {} },
  "POST /auth/v1/passkeys/registration/verify": {
    for: "account",
    body: { challenge_id: ID, credential: {} },
  },
  "POST /auth/v1/passkeys/authentication/options": { for: "anybody" },
  "POST /auth/v1/passkeys/authentication/verify": { for: "anybody" },
  "GET /auth/v1/passkeys": { for: "account" },
  "PATCH /auth/v1/passkeys/:id": { for: "account", body: { friendly_name: "My phone" } },
  "DELETE /auth/v1/passkeys/:id": { for: "account" },
  "GET /auth/v1/admin/users": { for: "service" },
  "POST /auth/v1/admin/users": { for: "service", body: { email: "eve@shop.example" } },
  "GET /auth/v1/admin/users/:id": { for: "service" },
  "PUT /auth/v1/admin/users/:id": { for: "service", body: { role: "service_role" } },
  "DELETE /auth/v1/admin/users/:id": { for: "service" },
  "GET /auth/v1/admin/users/:id/factors": { for: "service" },
  "DELETE /auth/v1/admin/users/:id/factors/:factorId": { for: "service" },
  "GET /auth/v1/admin/users/:id/passkeys": { for: "service" },
  "DELETE /auth/v1/admin/users/:id/passkeys/:passkeyId": { for: "service" },
  "POST /auth/v1/invite": { for: "service", body: { email: "eve@shop.example" } },
  "POST /auth/v1/admin/generate_link": {
    for: "service",
    body: { type: "magiclink", email: "eve@shop.example" },
  },

  "POST /rest/v1/form_submissions": { for: "visitor", body: {} },
  "GET /rest/v1/user_subscription": { for: "account" },
  "GET /rest/v1/user_orders": { for: "account" },

  "GET /functions/v1/account/sessions": { for: "account" },
  "GET /functions/v1/account/email": { for: "account" },
  "POST /functions/v1/account/mail-link": { for: "visitor", body: { token: "x" } },
  "POST /functions/v1/account/removal": { for: "visitor", body: REMOVAL },
  "POST /functions/v1/account/removal/confirm": { for: "visitor", body: REMOVAL },
  "GET /functions/v1/account/recovery": { for: "account" },
  "POST /functions/v1/account/recovery": { for: "account", body: { ids: [ID] } },
  "GET /functions/v1/account/export": { for: "account" },
  "POST /functions/v1/account/reauthenticate": { for: "account", body: { password: "x" } },
  "POST /functions/v1/account/erase": { for: "account" },
  "POST /functions/v1/stripe-checkout": { for: "visitor", body: {} },
  "POST /functions/v1/promotion-code": { for: "visitor", body: {} },
  "GET /functions/v1/checkout-session": { for: "visitor" },
  "POST /functions/v1/billing-portal": {
    for: "account",
    body: { flow: "payment_method_update", returnUrl: "https://tidepost.example/dashboard" },
  },
  "POST /functions/v1/order-document": {
    for: "account",
    body: { orderId: "in_1", document: "pdf" },
  },
  "GET /functions/v1/billing-details": { for: "account" },
  "POST /functions/v1/billing-details": {
    for: "account",
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
  "GET /functions/v1/brief": { for: "account" },
  "PUT /functions/v1/brief": {
    for: "account",
    body: { version: 1, revision: 0, answers: NO_ANSWERS },
  },
  "POST /functions/v1/brief/submit": { for: "account", body: { version: 1, revision: 1 } },
  "POST /functions/v1/brief/approvers": {
    for: "account",
    body: { name: "Ben Hart", email: "ben@shop.example" },
  },
  "DELETE /functions/v1/brief/approvers/:id": { for: "account" },
  "GET /functions/v1/material": { for: "account" },
  "POST /functions/v1/material": {
    for: "account",
    body: { name: "a.jpg", bytes: 1, fingerprint: "0".repeat(64) },
  },
  "PUT /functions/v1/material/:id/parts/:part": { for: "visitor" },
  "POST /functions/v1/material/:id/complete": { for: "account" },
  "DELETE /functions/v1/material/:id": { for: "account" },
  "GET /functions/v1/calendar": { for: "account" },
  "POST /functions/v1/posts/decisions": {
    for: "account",
    body: {
      decision: "approved",
      posts: [
        { postId: "pst_01KAHX2J3V7W8R9T0A1B2C3D4E", version: 1, contentHash: "0".repeat(64) },
      ],
    },
  },
  // Whoever has the token of an email.
  "GET /functions/v1/review": { for: "visitor" },
  "POST /functions/v1/review/decisions": { for: "visitor", body: {} },
  "POST /functions/v1/review/fresh-email": { for: "visitor" },
  "GET /functions/v1/review/posts/:id/comments": { for: "visitor" },
  "POST /functions/v1/review/posts/:id/comments": { for: "visitor", body: {} },
  "GET /functions/v1/posts/:id/comments": { for: "account" },
  "POST /functions/v1/posts/:id/comments": {
    for: "account",
    body: { key: ID, version: 1, text: "Hello" },
  },
  "GET /functions/v1/reports": { for: "account" },
  "POST /functions/v1/report": {
    for: "visitor",
    body: { reportId: `rep_${"0".repeat(26)}`, token: "a".repeat(43) },
  },
  "POST /functions/v1/page-views": { for: "visitor", body: { path: "/", isVisit: true } },
  "GET /functions/v1/promise-figures": { for: "visitor" },
  "GET /functions/v1/open-invoice": { for: "account" },
  "POST /functions/v1/open-invoice": { for: "account" },
  "GET /functions/v1/subscription": { for: "account" },
  "GET /functions/v1/unclaimed-purchases": { for: "account" },
  "POST /functions/v1/unclaimed-purchases": {
    for: "account",
    body: { subscriptionId: "sub_1" },
  },
  "POST /functions/v1/plan-change": {
    for: "account",
    body: { plan: "tidepost_plus_monthly", prorationDate: 1, dueTodayPence: 1 },
  },
  "POST /functions/v1/plan-change/preview": {
    for: "account",
    body: { plan: "tidepost_plus_monthly" },
  },
  "POST /functions/v1/plan-change/withdraw": { for: "account", body: SUBSCRIPTION },
  "POST /functions/v1/retention-offer": { for: "account", body: {} },
  "POST /functions/v1/apply-retention-discount": { for: "account", body: SUBSCRIPTION },
  "POST /functions/v1/cancel-subscription": { for: "account", body: SUBSCRIPTION },
  "POST /functions/v1/keep-subscription": { for: "account", body: SUBSCRIPTION },
  "POST /functions/v1/refund-request": {
    for: "account",
    body: { ...SUBSCRIPTION, message: "Please give it back." },
  },
};

/** Enables everything, so that a rejection is about the caller. */
export const EVERYTHING_ON = {
  MAILER_AUTOCONFIRM: "true",
  PASSKEY_ENABLED: "true",
  SECURITY_MANUAL_LINKING_ENABLED: "true",
  EXTERNAL_GITHUB_ENABLED: "true",
  EXTERNAL_GITHUB_CLIENT_ID: "tidepost",
  EXTERNAL_GITHUB_SECRET: "a secret of tests",
  STRIPE_SECRET_KEY: "sk_test_authorization",
  STRIPE_API_BASE: "http://127.0.0.1:1",
};

export type Call = { route: string; body?: object; query?: string };

export const routesFor = (wanted: Access["for"]): [string, Call][] =>
  Object.entries(ROUTES).flatMap(([route, { for: audience, ...call }]) =>
    audience === wanted ? [[route, { route, ...call }]] : [],
  );

export async function statusOf(
  edge: AuthService,
  { route, body, query = "" }: Call,
  headers: Record<string, string>,
): Promise<number> {
  const [method = "", path = ""] = route.split(" ");
  const response = await edge.request(
    `https://api.tidepost.example${path.replace(/:\w+/g, ID)}${query}`,
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

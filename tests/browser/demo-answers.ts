import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import type { AccountEmail } from "#contracts/api/account-email.ts";
import type { AccountSessions } from "#contracts/api/account-sessions.ts";
import type { BillingDetailsResponse } from "#contracts/api/billing-details.ts";
import type { ReviewResponse } from "#contracts/api/content/calendar.ts";
import type { MaterialResponse } from "#contracts/api/content/material.ts";
import type { ReportsResponse } from "#contracts/api/content/reports.ts";
import type { UnclaimedPurchasesResponse } from "#contracts/api/unclaimed-purchases.ts";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import { readSources } from "../../web/site/pictures.ts";
import { PICTURE_FILES } from "../../web/src/art/picture-files.ts";
import { DEMO_CUSTOMER, DEMO_NOW } from "../../web/src/content/demo-account.ts";
import { CONSENT_KEY, POLICY_VERSION } from "../../web/src/features/consent/consent-record.ts";
import { SESSION_KEY } from "../../web/src/features/session/session.ts";

const YEAR_S = 365 * 86_400;

/** Signs the demo's customer in, with an API that answers as it would for them, at a clock that stands still. */
export async function visitAsDemo(context: BrowserContext, api: string): Promise<void> {
  await context.clock.setFixedTime(DEMO_NOW);
  const { user, answers } = await demoAnswers();
  const tokens = {
    access_token: "header.e30.signature",
    refresh_token: "refresh",
    token_type: "bearer",
    expires_in: YEAR_S,
    expires_at: DEMO_NOW / 1_000 + YEAR_S,
    user,
  };
  const consent = {
    choice: "rejected",
    policyVersion: POLICY_VERSION,
    decidedAt: new Date(DEMO_NOW).toISOString(),
  };
  await context.addInitScript(
    (entries) => {
      for (const [key, value] of Object.entries(entries))
        localStorage.setItem(key, JSON.stringify(value));
    },
    { [SESSION_KEY]: tokens, [CONSENT_KEY]: consent },
  );
  await context.route(`${api}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const json = answers[pathname.replace(/^\/functions\/v1/, "")];
    const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    await route.fulfill(json === undefined ? { status: 204, headers } : { json, headers });
  });
}

async function demoAnswers() {
  const sources = await readSources(join(import.meta.dirname, "../../web/pictures"));
  // As the build does.
  Object.assign(PICTURE_FILES, { team: sources });
  const { demoReads } = await import("../../web/src/features/demo/demo-reads.ts");
  const { SAMPLE_REPORT } = await import("../../web/src/features/demo/sample-report.ts");
  const { user, subscription, details, orders, calendar, brief } = demoReads();
  const { businessName } = calendar;
  const waiting = calendar.posts.filter(({ state }) => state === "waiting");
  const answers: Readonly<Record<string, unknown>> = {
    "/rest/v1/user_subscription": [subscription],
    "/rest/v1/user_orders": orders,
    "/subscription": { subscription: details },
    "/calendar": calendar,
    "/brief": {
      ...brief,
      answers: {
        ...NO_ANSWERS,
        businessName: DEMO_CUSTOMER.business,
        about: "A café on the harbour: breakfast all day, small plates on Thursdays.",
        instagram: "@slacktide",
      },
    },
    "/material": { material: [], canAdd: true } satisfies MaterialResponse,
    "/unclaimed-purchases": { purchases: [] } satisfies UnclaimedPurchasesResponse,
    "/reports": { reports: [SAMPLE_REPORT], report: SAMPLE_REPORT } satisfies ReportsResponse,
    "/review": {
      decider: null,
      businessName,
      isTrial: false,
      isExpired: false,
      posts: waiting.map((post) => ({ ...post, isNewer: false })),
    } satisfies ReviewResponse,
    "/billing-details": {
      details: {
        name: DEMO_CUSTOMER.business,
        line1: "1 Example Quay",
        line2: "",
        city: "Sampleton",
        postalCode: "ZZ99 9ZZ",
        country: "GB",
        vatNumber: "",
        invoiceEmail: "",
      },
    } satisfies BillingDetailsResponse,
    "/account/email": {
      is_undeliverable: false,
      is_new_address_enough: true,
      has_password: true,
    } satisfies AccountEmail,
    "/account/sessions": {
      sessions: [
        {
          id: "demo",
          created_at: new Date(DEMO_NOW).toISOString(),
          refreshed_at: null,
          user_agent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/156.0",
          ip: "192.0.2.x",
          aal: "aal1",
          is_current: true,
        },
      ],
    } satisfies AccountSessions,
    "/auth/v1/settings": { external: { google: true, apple: true }, passkeys_enabled: true },
    "/auth/v1/user": user,
    "/auth/v1/passkeys": [],
  };
  return { user, answers };
}

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { SESSION_KEY } from "../../web/src/features/session/session.ts";
import { paths } from "../../web/src/paths.ts";
import { adminAuth, freshAccount, signUp } from "../support/account.ts";
import { CLIENT_ERRORS, restoreSession, test } from "../support/browser.ts";
import { signInHere } from "../support/page-actions.ts";
import { thisStack } from "../support/this-stack.ts";

const { api, anonKey, site } = thisStack();
const PAGES = [
  paths.dashboard,
  paths.accountSecurity,
  paths.accountBilling,
  paths.calendar,
  paths.reports,
];

const isSignedIn = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: "Account" }).waitFor();
const isStored = (page: Page) =>
  page.evaluate((key) => localStorage.getItem(key) !== null, SESSION_KEY);
const isRefresh = (request: { url(): string; method(): string }) =>
  request.method() === "POST" && /grant_type=refresh_token/.test(request.url());

test.for([2, 1, -1, -2])(
  "clock of the device is %s hours ahead: signed in on every page, and no token is refreshed",
  async (hours, { visit }) => {
    const account = await freshAccount();
    const page = await visit();
    await page.addInitScript((aheadMs) => {
      const rightNow = Date.now;
      const now = () => rightNow() + aheadMs;
      globalThis.Date = new Proxy(Date, {
        construct: (right, given: []) =>
          Reflect.construct(right, given.length === 0 ? [now()] : given),
        get: (right, name) => (name === "now" ? now : Reflect.get(right, name)),
      });
    }, hours * 3_600_000);
    let refreshes = 0;
    page.on("request", (request) => {
      if (isRefresh(request)) refreshes += 1;
    });
    await page.goto(`${site}${paths.login}`);
    await signInHere(page, account);
    await page.waitForURL(`${site}${paths.dashboard}`);
    for (const path of PAGES) {
      await page.goto(`${site}${path}`);
      await isSignedIn(page);
    }
    expect(refreshes).toBe(0);
  },
);

test("refresh after others behind the address have used up its limit: the session stays", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(/status of (400|503)/);
  const { session } = await signUp();
  const page = await visit();
  await restoreSession(page, { ...session, expires_at: 1 });
  const statuses = await page.evaluate(
    async ([url, apikey]) => {
      const forge = () =>
        fetch(url, {
          method: "POST",
          headers: { apikey, "content-type": "application/json" },
          body: JSON.stringify({ refresh_token: "a".repeat(12) }),
        }).then(({ status }) => status);
      return Promise.all(Array.from({ length: 50 }, forge));
    },
    [`${api}/auth/v1/token?grant_type=refresh_token`, anonKey] as const,
  );
  expect(new Set(statuses)).toEqual(new Set([400, 503]));
  const refreshed = page.waitForResponse((response) => isRefresh(response.request()));
  await page.goto(`${site}${paths.dashboard}`);
  expect((await refreshed).status()).toBe(200);
  await isSignedIn(page);
});

describe("refresh that is refused for a while", () => {
  test.for([429, 403, 500, 503, "a lost line"] as const)(
    "%s, then answered: the session stays, and the page goes on",
    async (answer, { visit, expectComplaint }) => {
      // 403 and 429 are of a proxy: the edge answers such a refresh with 503.
      expectComplaint(/status of|net::ERR_/);
      const { session } = await signUp();
      const page = await visit();
      let refused = 0;
      await page.route(/grant_type=refresh_token/, async (route) => {
        if (route.request().method() !== "POST" || refused === 2) return route.continue();
        refused += 1;
        return answer === "a lost line"
          ? route.abort("connectionreset")
          : route.fulfill({
              status: answer,
              headers: { "access-control-allow-origin": site, "retry-after": "1" },
              body: "<h1>Too many requests</h1>",
            });
      });
      await restoreSession(page, { ...session, expires_at: 1 });
      await page.goto(`${site}${paths.dashboard}`);
      await isSignedIn(page);
      await page.getByRole("heading", { name: "Order History" }).waitFor();
      expect([await isStored(page), refused]).toEqual([true, 2]);
    },
  );
});

describe("account that ended elsewhere", () => {
  test.for([
    ["deleted", (id: string) => adminAuth().deleteUser(id)],
    ["closed", (id: string) => adminAuth().updateUserById(id, { ban_duration: "1h" })],
  ] as const)("%s: the next page signs out", async ([, end], { visit, expectComplaint }) => {
    expectComplaint(CLIENT_ERRORS);
    for (const path of PAGES) {
      const { session } = await signUp();
      const page = await visit();
      await restoreSession(page, session);
      await page.goto(`${site}${paths.dashboard}`);
      await isSignedIn(page);
      expect((await end(session.user.id)).error).toBeNull();
      await page.goto(`${site}${path}`, { waitUntil: "commit" });
      await page.waitForURL((url) => url.pathname === paths.login);
      expect(await isStored(page), path).toBe(false);
    }
  });
});

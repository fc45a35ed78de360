import { readFile } from "node:fs/promises";
import type { Session } from "@supabase/auth-js";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { SESSION_KEY } from "../../web/src/features/session/session.ts";
import { paths } from "../../web/src/paths.ts";
import {
  codeIn,
  freshAccount,
  freshAuthClient,
  linkIn,
  mailTo,
  signUp,
} from "../support/account.ts";
import {
  accessibilityViolations,
  accessibilityViolationsInBothSchemes,
  CLIENT_ERRORS,
  expectToFit,
  restoreSession,
  saveScreenshots,
  test,
} from "../support/browser.ts";
import { errorOf, hideBackend, signInHere, unfold } from "../support/page-actions.ts";
import { codeInText, freshPhone, textTo } from "../support/sms.ts";
import { freshAddress, mailsAbout, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";
import { totp } from "../support/totp.ts";

const { site } = thisStack();
const PASSWORD = "low tide at six";
/** A sign-out ends the session of requests that are under way. */
const UNDER_WAY = /status of 401/;

async function fillSignUp(page: Page, email: string, password: string, repeated = password) {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(repeated);
}

async function openSignedIn(visit: (options?: object) => Promise<Page>, path: string) {
  const { session, ...account } = await signUp();
  const page = await visit();
  await restoreSession(page, session);
  await page.goto(`${site}${path}`);
  return { account, session, page };
}

async function typeCode(page: Page, code: string, button: string): Promise<void> {
  await page.getByRole("textbox", { name: /code/i }).fill(code);
  await page.getByRole("button", { name: button }).click();
}

const greeting = (page: Page) => page.getByRole("heading", { name: "Hello, Ada." });
const alertOf = (page: Page) => errorOf(page).innerText();
const headerOf = (page: Page) => page.getByRole("banner");
const menuOf = (page: Page) => ({
  button: headerOf(page).getByRole("button", { name: "Account" }),
  menu: headerOf(page).getByRole("navigation", { name: "Account" }),
});
async function signOut(page: Page): Promise<void> {
  const { button, menu } = menuOf(page);
  await button.click();
  await menu.getByRole("link", { name: "Sign Out" }).click();
}

describe("account forms", () => {
  test("pages of an account without a configured backend: say so and link home", async ({
    visit,
  }) => {
    const page = await visit();
    // Each path is a frame: signing in, and signed in.
    for (const path of ["/login", "/dashboard"]) {
      await hideBackend(page, `${site}${path}`);
      await page.goto(`${site}${path}`);
      await page
        .getByText(
          "Authentication service is not configured. Please connect to the backend to enable user authentication.",
        )
        .waitFor();
      expect(await page.getByLabel("Email").count()).toBe(0);
      const home = page.getByRole("link", { name: "Back to the home page" });
      expect(await home.getAttribute("href"), path).toBe("/");
    }
  });

  test("form sent before hydration: held, and sent once the page is hydrated; its password can be shown, and is hidden again on submit", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(/status of 400/);
    const page = await visit();
    const held: (() => void)[] = [];
    let isHeld = true;
    await page.route("**/assets/*.js", async (route) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.goto(`${site}/login`, { waitUntil: "commit" });
    await page.getByLabel("Email").fill("nobody@example.co.uk");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await page.locator('html[data-pending=""]').waitFor();
    const asked = page.waitForRequest(/\/auth\/v1\/token\?grant_type=password/);
    isHeld = false;
    for (const release of held) release();
    expect((await asked).postDataJSON()).toMatchObject({
      email: "nobody@example.co.uk",
      password: "not the password",
    });
    await errorOf(page).filter({ visible: true }).waitFor();
    expect(page.url()).toBe(`${site}/login`);
    await page.locator("html:not([data-pending])").waitFor();

    const password = page.getByLabel("Password", { exact: true });
    expect(await password.getAttribute("autocomplete")).toBe("current-password");
    await page.getByRole("button", { name: "Show password" }).click();
    expect(await password.getAttribute("type")).toBe("text");
    await password.press("End");
    await password.press("x");
    await errorOf(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Sign In" }).click();
    expect(await alertOf(page)).toBe("Failed to sign in. Please check your credentials.");
    expect(await password.getAttribute("type")).toBe("password");
  });

  test("script that does not load: the form says so", async ({ visit, expectComplaint }) => {
    expectComplaint(/net::ERR_FAILED/);
    const page = await visit();
    await page.route("**/assets/*.js", (route) => route.abort("failed"));
    await page.goto(`${site}/login`, { waitUntil: "commit" });
    await page.getByText("This form needs JavaScript.").waitFor();
  });
});

describe("new user", () => {
  test("signs up: the repeated password is checked, then the length, and typing clears the error; the link's page confirms by its button alone, and has loaded auth-js before", async ({
    visit,
  }) => {
    const page = await visit();
    const email = freshAddress();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/auth/v1/"))
        sent.push(request.url());
    });
    await page.goto(`${site}/signup`);
    await fillSignUp(page, email, "abc", "abd");
    const send = page.getByRole("button", { name: "Create Account" });
    await send.click();
    expect(await alertOf(page)).toBe("Passwords do not match");
    await errorOf(page).and(page.locator(":focus")).waitFor();
    const invalid = page.locator("[aria-invalid]");
    expect(await invalid.getAttribute("name")).toBe("repeated");
    await page.getByLabel("Confirm password").fill("abc");
    await errorOf(page).waitFor({ state: "detached" });
    await send.click();
    expect(await alertOf(page)).toBe("Password must be at least 6 characters long");
    expect(await invalid.getAttribute("name")).toBe("password");
    expect(sent).toEqual([]);

    await fillSignUp(page, email, PASSWORD);
    const signingUp = page.waitForRequest(/\/auth\/v1\/signup/);
    await send.click();
    await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
    const traceparent = (await signingUp).headers()["traceparent"];
    expect(
      await queryStack("select type from outbox_events where traceparent = $1", [traceparent]),
    ).toContainEqual({ type: "AuthMailRequested" });

    const client = page.waitForRequest(/\/auth-client-/);
    await page.goto(linkIn(await mailTo(email)));
    await client;
    const confirm = page.getByRole("button", { name: "Confirm my address" });
    await confirm.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(
      await queryStack("select email_confirmed_at from users where email = $1", [email]),
    ).toEqual([{ email_confirmed_at: null }]);
    await confirm.click();
    await page.waitForURL(`${site}/dashboard`);
    await greeting(page).waitFor();
    await headerOf(page).getByRole("link", { name: "Dashboard" }).waitFor();
  });

  test("confirms with the code and returns to the pending checkout", async ({ visit }) => {
    const page = await visit();
    const email = freshAddress();
    await page.goto(`${site}/signup`);
    await page.evaluate(() => {
      sessionStorage.setItem(
        "pendingCheckout",
        JSON.stringify({ returnUrl: "/pricing?plan=plus" }),
      );
      sessionStorage.setItem("signInFrom", JSON.stringify("/account/security"));
    });
    await fillSignUp(page, email, PASSWORD);
    await page.getByRole("button", { name: "Create Account" }).click();
    const mail = await mailTo(email);
    await page.getByLabel("Six-digit code").fill(codeIn(mail).replace(/(...)/, "$1 "));
    await page.getByRole("button", { name: "Confirm my address" }).click();
    await page.getByText("Account created successfully! Signing you in...").waitFor();
    await page.waitForURL(`${site}/pricing?plan=plus`);
    expect(
      await page.evaluate(() => [sessionStorage.pendingCheckout, sessionStorage.signInFrom]),
    ).toEqual([undefined, undefined]);
  });

  test("signs in unconfirmed: auth-js is fetched with the first focus, no mail is promised, and the code of the first one works", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(CLIENT_ERRORS);
    const email = freshAddress();
    const { data, error } = await freshAuthClient().signUp({ email, password: PASSWORD });
    expect([data.session, error]).toEqual([null, null]);
    const mail = await mailTo(email);
    const page = await visit();
    await page.goto(`${site}/login`);
    const client = page.waitForRequest(/\/auth-client-/);
    await page.getByLabel("Email").focus();
    await client;
    await signInHere(page, { email, password: PASSWORD });
    await page.getByRole("heading", { name: "Type your code" }).waitFor();
    await page.getByText("Please confirm your email address first.").waitFor();
    expect(await page.getByText("on its way").count()).toBe(0);
    expect(await page.getByText("You may have an account already").count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await mailsAbout(email)).toHaveLength(1);
    await typeCode(page, codeIn(mail), "Confirm and sign in");
    await page.waitForURL(`${site}/dashboard`);
  });

  test("emailed link to a new password: works once; the second time it says so, a new code within a minute has to wait, and the code of another email signs in", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(CLIENT_ERRORS);
    const { email } = await freshAccount();
    const page = await visit();
    await freshAuthClient().resetPasswordForEmail(email);
    const link = linkIn(await mailTo(email));
    const choose = page.getByRole("button", { name: "Choose a new password" });
    await page.goto(link);
    await choose.click();
    await page.getByLabel("New password", { exact: true }).fill("high tide at noon");
    await page.getByLabel("Confirm new password").fill("high tide at noon");
    await page.getByRole("button", { name: "Save my new password" }).click();
    await page.waitForURL(`${site}/dashboard`);
    await greeting(page).waitFor();

    await page.goto(link);
    await page
      .getByRole("heading", { name: "This link has expired or has already been used." })
      .waitFor();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send me a code" }).click();
    expect(await alertOf(page)).toMatch(
      /^Please wait \d+ seconds before asking for another email\.$/,
    );

    const other = await freshAccount();
    await page.getByLabel("Email").fill(other.email);
    await page.getByRole("button", { name: "Send me a code" }).click();
    await typeCode(page, codeIn(await mailTo(other.email)), "Continue");
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  });
});

describe("customer", () => {
  test("protected page: asks to sign in and returns to the page; sign-in and sign-out apply to all tabs immediately, and the session ends on the server", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(UNDER_WAY);
    const account = await freshAccount();
    const first = await visit();
    const second = await first.context().newPage();
    await second.goto(`${site}${paths.contact}`);
    await headerOf(second).getByRole("link", { name: "Get Started Now" }).waitFor();
    await first.goto(`${site}/account/security#devices`);
    await first.waitForURL(`${site}/login`);
    await signInHere(first, account);
    await first.getByText("Successfully signed in!").waitFor();
    await first.waitForURL(`${site}/account/security#devices`);
    await first.getByRole("heading", { name: "Two-step sign-in" }).waitFor();
    await headerOf(second).getByRole("link", { name: "Dashboard" }).click();
    await greeting(second).waitFor();
    await first.goto(`${site}/login`);
    await first.waitForURL(`${site}/dashboard`);

    const stored = () => first.evaluate((key) => localStorage.getItem(key), SESSION_KEY);
    const { access_token: token } = JSON.parse((await stored()) ?? "") as Session;
    await signOut(first);
    await second.waitForURL(`${site}/login`);
    await first.waitForURL(`${site}/`);
    await headerOf(first).getByRole("link", { name: "Get Started Now" }).waitFor();
    expect(await stored()).toBeNull();
    const { error } = await freshAuthClient().getUser(token);
    expect(error?.name).toBe("AuthSessionMissingError");
  });

  test("stored session: signed in on every page, with an account menu that keys and fingers use", async ({
    visit,
  }) => {
    const { account, page } = await openSignedIn(visit, paths.reports);
    await page.getByText("No report yet.").waitFor();
    expect(await headerOf(page).getByRole("link", { name: "Pricing" }).count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    const { button, menu } = menuOf(page);
    await button.press("Enter");
    await menu.getByText(account.email).waitFor();
    await expectToFit(page);
    await saveScreenshots(page, "account-menu");
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await menu.getByRole("link", { name: "Billing" }).press("Enter");
    await page.waitForURL(`${site}${paths.accountBilling}`);
    await menu.waitFor({ state: "hidden" });

    await page.goto(`${site}${paths.contact}`);
    const foot = page.getByRole("contentinfo");
    await foot.getByRole("link", { name: "Dashboard" }).waitFor();
    expect(await foot.getByRole("link", { name: "Sign in" }).count()).toBe(0);
    await button.click();
    await menu.getByRole("link", { name: "Billing" }).waitFor();
    await saveScreenshots(page, "account-menu-public");
  });
});

describe("OAuth account", () => {
  test("first sign-in after a denied one: says so, creates the account and returns to the page that required it; another identity can be linked and unlinked", async ({
    visit,
  }) => {
    const page = await visit();
    await page.goto(`${site}/account/security`);
    await page.waitForURL(`${site}/login`);
    await page.getByText("More ways").click();
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await page.getByRole("button", { name: "No, take me back" }).click();
    await page.waitForURL(`${site}/login`);
    await page.getByText("You came back without signing in.").waitFor();
    await page.getByRole("button", { name: "Continue with Google" }).click();
    const email = freshAddress();
    await page.getByLabel("Address", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${site}/account/security`);
    await page.getByText(`You sign in with ${email}`).waitFor();

    await page.getByRole("button", { name: "Link GitHub" }).click();
    await page.getByLabel("Address", { exact: true }).fill(freshAddress());
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(/\/account\/security/);
    await page.getByRole("button", { name: "Unlink GitHub" }).click();
    await page.getByText("You can no longer sign in with that account.").waitFor();
    await page.getByRole("button", { name: "Link GitHub" }).waitFor();
  });
});

describe("forgotten password", () => {
  test("with a code at hand no mail is promised; reset with the emailed code, by keyboard only", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(CLIENT_ERRORS);
    const account = await freshAccount();
    const page = await visit();
    await page.goto(`${site}/login`);
    await page.getByRole("link", { name: "Forgot your password?" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${site}/forgot-password`);
    await page.getByLabel("Email").fill(freshAddress());
    await page.getByRole("button", { name: "I have a code already" }).press("Enter");
    await page.getByRole("heading", { name: "Type your code" }).waitFor();
    expect(await page.getByText("on its way").count()).toBe(0);
    await page.getByRole("button", { name: "Use another address" }).press("Enter");
    await page.getByLabel("Email").fill(account.email);
    await page.keyboard.press("Enter");
    await page.locator("h2:focus").filter({ hasText: "Check your inbox" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("000000");
    await page.keyboard.press("Enter");
    await page.locator("[aria-invalid]:focus").waitFor();
    await page.getByText("use the link in the email").waitFor();
    await page.getByLabel("Six-digit code").fill(codeIn(await mailTo(account.email)));
    await page.keyboard.press("Enter");
    await page.locator("h2:focus").filter({ hasText: "Choose a new password" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel("New password", { exact: true }).fill("high tide at noon");
    await page.getByLabel("Confirm new password").fill("high tide at noon");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${site}/dashboard`);

    const old = await freshAuthClient().signInWithPassword(account);
    expect(old.error?.code).toBe("invalid_credentials");
  });
});

describe("account and security page", () => {
  test("TOTP factor: enrolled, required at the next sign-in, removed", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(CLIENT_ERRORS);
    const { account, page } = await openSignedIn(visit, paths.accountSecurity);
    await page.getByRole("button", { name: "Set up an app" }).click();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const secret = await page.locator("dd code").innerText();
    await typeCode(page, totp(secret, Date.now()), "Turn on");
    await page.getByText("Save your recovery codes, and two-step sign-in is set up.").waitFor();
    await page.getByText("One step left", { exact: true }).waitFor();
    expect(await page.locator("li code").count()).toBe(10);
    await saveScreenshots(page, "codes-of-setup");
    await page.getByRole("button", { name: "I’ve saved them" }).click();
    await page.getByText("On", { exact: true }).waitFor();

    await page.evaluate(() => localStorage.clear());
    await page.goto(`${site}/login`);
    await signInHere(page, account);
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.goto(`${site}${paths.accountSecurity}`);
    await page.waitForURL(`${site}/login`);
    await typeCode(page, "000000", "Continue");
    const wrongCode = page.locator("[aria-invalid]:focus");
    const why = `#${await wrongCode.getAttribute("aria-describedby")}`;
    expect(await page.locator(why.replaceAll(":", "\\:")).innerText()).toBe(
      "This code is wrong, has expired or was used already.",
    );
    await typeCode(page, totp(secret, Date.now() + 30_000), "Continue");
    await page.getByText("Successfully signed in!").waitFor();
    await page.waitForURL(`${site}${paths.accountSecurity}`);

    await page.getByRole("button", { name: "Remove My phone" }).click();
    await page.getByText("The app has been removed.").waitFor();
    await page.getByText("Off", { exact: true }).waitFor();
  });

  test("phone factor: required at the next sign-in", async ({ visit }) => {
    const account = await freshAccount();
    const phone = freshPhone();
    const client = freshAuthClient();
    await client.signInWithPassword(account);
    const { data } = await client.mfa.enroll({ factorType: "phone", phone: `+${phone}` });
    const factorId = data?.id ?? "";
    // Verified in the database, because a phone gets one SMS per minute.
    await queryStack("update mfa_factors set status = 'verified' where id = $1", [factorId]);

    const page = await visit();
    await page.goto(`${site}/login`);
    await signInHere(page, account);
    await page.getByRole("button", { name: "Text me a code" }).click();
    await page.getByText("A text message with a code is on its way.").waitFor();
    await typeCode(page, codeInText(await textTo(phone)), "Continue");
    await page.waitForURL(`${site}/dashboard`);
  });

  test("address change: takes effect once both addresses confirm, by link and by code", async ({
    visit,
  }) => {
    const moved = freshAddress();
    const { account, page } = await openSignedIn(visit, paths.accountSecurity);
    await unfold(page, "Change your address");
    await page.getByLabel("New email address").fill(moved);
    await page.getByRole("button", { name: "Change address" }).click();
    await page.getByText("We’ve emailed both addresses.").waitFor();
    await page.getByRole("heading", { name: `Waiting for ${moved}` }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    const reader = await page.context().newPage();
    await reader.goto(linkIn(await mailTo(account.email)));
    await reader.getByRole("button", { name: "Agree to the change" }).click();
    await reader.getByRole("heading", { name: "Halfway there" }).waitFor();

    await page.getByLabel("Code sent to").selectOption(moved);
    await typeCode(page, codeIn(await mailTo(moved)), "Confirm the change");
    await page.getByText("You sign in with").getByText(moved).waitFor();
    const { error } = await freshAuthClient().signInWithPassword({ ...account, email: moved });
    expect(error).toBeNull();
  });

  test("other sessions: listed and signed out, this one stays; new password: accepted after the checks, and the old one stops working", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(CLIENT_ERRORS);
    const account = await freshAccount();
    const elsewhere = freshAuthClient();
    await elsewhere.signInWithPassword(account);
    const { data, error } = await freshAuthClient().signInWithPassword(account);
    if (error !== null) throw error;
    const page = await visit();
    await restoreSession(page, data.session);
    await page.goto(`${site}${paths.accountSecurity}`);
    const devices = page.getByRole("region", { name: "Where you are signed in" });
    await devices.getByText("This device").waitFor();
    expect(await devices.getByRole("listitem").count()).toBe(2);
    await devices.getByRole("button", { name: "Sign out others" }).click();
    await devices.getByText("Every other device has been signed out.").waitFor();
    expect(await devices.getByRole("listitem").count()).toBe(1);
    expect((await elsewhere.getUser()).error?.name).toBe("AuthSessionMissingError");

    const change = page.getByRole("button", { name: "Change password" });
    await unfold(page, "Change your password");
    await page.getByLabel("New password", { exact: true }).fill("high tide at noon");
    await page.getByLabel("Confirm new password").fill("high tide at noon");
    await change.click();
    await page.getByRole("dialog", { name: "Make sure it’s you" }).press("Escape");
    expect(await alertOf(page)).toBe("Please enter your current password too.");
    await page.getByLabel("Current password").fill("low tide at noon");
    await change.click();
    expect(await alertOf(page)).toBe("Your current password isn’t right.");
    await page.getByLabel("Current password").fill(account.password);
    expect(await accessibilityViolations(page)).toEqual([]);
    await change.click();
    await page.getByText("Your password has been changed").waitFor();
    const old = await freshAuthClient().signInWithPassword(account);
    expect(old.error?.code).toBe("invalid_credentials");
    const fresh = await freshAuthClient().signInWithPassword({
      ...account,
      password: "high tide at noon",
    });
    expect(fresh.error).toBeNull();
  });

  test("name: changed, and the dashboard greets with it; data export: downloads as a file; account deletion with an old session: requires the typed address and the password, and the session stops working", async ({
    visit,
    expectComplaint,
  }) => {
    // The deleted account's session is gone, so the sign-out request fails.
    expectComplaint(CLIENT_ERRORS);
    const { account, page } = await openSignedIn(visit, paths.accountSecurity);
    await unfold(page, "Change your name");
    await page.getByLabel("First name").fill("Mary Ann");
    await page.reload();
    await page.getByRole("button", { name: "Change name" }).click();
    await page.getByText("Your name has been changed.").waitFor();
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    const arriving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toBe("tidepost-my-data.json");
    const content: unknown = JSON.parse(await readFile(await file.path(), "utf8"));
    expect(content).toMatchObject({ account: { email: account.email } });
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("heading", { name: "Hello, Mary Ann." }).waitFor();

    await queryStack(
      `update sessions set amr = jsonb_set(amr, '{0,timestamp}', to_jsonb((amr->0->>'timestamp')::bigint - 1800))
      where user_id = (select id from users where email = $1)`,
      [account.email],
    );
    await page.goBack();
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog");
    const erase = dialog.getByRole("button", { name: "Delete for good" });
    await dialog.getByLabel("Your email address").fill("somebody@else.example");
    await erase.click();
    expect(await alertOf(page)).toBe("That isn’t your account’s email address.");
    await dialog.getByLabel("Your email address").fill(account.email.toUpperCase());
    await erase.click();
    const proof = page.getByRole("dialog", { name: "Make sure it’s you" });
    await proof.getByLabel("Your password", { exact: true }).fill(account.password);
    await proof.getByRole("button", { name: "Continue" }).click();
    await page.locator("h1:focus", { hasText: "Your account has been deleted." }).waitFor();
    expect(await accessibilityViolationsInBothSchemes(page)).toEqual([]);
    await headerOf(page).getByRole("link", { name: "Get Started Now" }).waitFor();
    const { error } = await freshAuthClient().signInWithPassword(account);
    expect(error?.code).toBe("invalid_credentials");
  });
});

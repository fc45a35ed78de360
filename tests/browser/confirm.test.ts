import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
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
  accessibilityViolationsInBothSchemes,
  CLIENT_ERRORS,
  expectToFit,
  restoreSession,
  test,
} from "../support/browser.ts";
import { freshAddress, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { site } = thisStack();
const PASSWORD = "high tide at noon";

const storedEmail = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem("tidepost-session") ?? "{}") as { user?: { email: string } })
        .user?.email,
  );

async function magicLinkOf(email: string): Promise<string> {
  const options = { shouldCreateUser: false };
  const { error } = await freshAuthClient().signInWithOtp({ email, options });
  if (error !== null) throw error;
  return linkIn(await mailTo(email));
}

describe("address that was signed up with two passwords", () => {
  const open: Readonly<Record<string, (page: Page, email: string) => Promise<void>>> = {
    async link(page, email) {
      await page.goto(linkIn(await mailTo(email)));
      await page.getByText("This link is for the account of").getByText(email).waitFor();
      await page.getByRole("button", { name: "Confirm my address" }).click();
    },
    async code(page, email) {
      await page.getByLabel("Six-digit code").fill(codeIn(await mailTo(email)));
      await page.getByRole("button", { name: "Confirm my address" }).click();
    },
    async "code on the page of an incomplete link"(page, email) {
      await page.goto(`${site}${paths.confirm}`);
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "I have a code already" }).click();
      await page.getByLabel("Six-digit code").fill(codeIn(await mailTo(email)));
      await page.getByRole("button", { name: "Continue" }).click();
      await page.locator("h2:focus").filter({ hasText: "Choose your password" }).waitFor();
    },
  };

  test.for(Object.keys(open))(
    "confirmed by the %s: a password is chosen, and signs in",
    async (how, { visit }) => {
      const page = await visit();
      const email = freshAddress();
      await page.goto(`${site}${paths.signup}`);
      await page.getByLabel("First name").fill("Ada");
      await page.getByLabel("Last name").fill("Byron");
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill("low tide at six");
      await page.getByLabel("Confirm password").fill("low tide at six");
      await page.getByRole("button", { name: "Create Account" }).click();
      await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
      // As a second sign-up does, for which the mailbox's minute would have to pass.
      await queryStack("update users set password_hash = null where email = $1", [email]);
      await open[how]?.(page, email);
      await page.getByRole("heading", { name: "Choose your password" }).waitFor();
      await expectToFit(page);
      expect(await accessibilityViolationsInBothSchemes(page)).toEqual([]);
      await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
      await page.getByLabel("Confirm new password").fill(PASSWORD);
      await page.getByRole("button", { name: "Save my new password" }).click();
      await page.waitForURL(`${site}${paths.dashboard}`);
      const { error } = await freshAuthClient().signInWithPassword({ email, password: PASSWORD });
      expect(error).toBeNull();
    },
  );
});

describe("link of an email", () => {
  test("for another account than the browser is signed in to: names both, and leaves one only on request", async ({
    visit,
  }) => {
    const [{ session, email: ann }, { email: other }] = [await signUp(), await freshAccount()];
    const link = await magicLinkOf(other);
    const page = await visit();
    await restoreSession(page, session);
    await page.goto(link);
    await page.getByText("This link is for the account of").getByText(other).waitFor();
    await page.getByText("You’re signed in as").getByText(ann).waitFor();
    await expectToFit(page);
    expect(await accessibilityViolationsInBothSchemes(page)).toEqual([]);
    await page.getByRole("link", { name: "Stay signed in" }).click();
    await page.waitForURL(`${site}${paths.dashboard}`);
    expect(await storedEmail(page)).toBe(ann);

    await page.goto(link);
    await page.getByRole("button", { name: "Leave it and go on" }).click();
    await page.waitForURL(`${site}${paths.dashboard}`);
    expect(await storedEmail(page)).toBe(other);
  });

  test("for the account that the browser is signed in to: names it and asks nothing; used: says so before a click", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(CLIENT_ERRORS);
    const { session, email } = await signUp();
    const link = await magicLinkOf(email);
    const page = await visit();
    await restoreSession(page, session);
    await page.goto(link);
    await page.getByText("This link is for the account of").getByText(email).waitFor();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${site}${paths.dashboard}`);
    await page.goto(link);
    await page
      .getByRole("heading", { name: "This link has expired or has already been used." })
      .waitFor();
  });
});

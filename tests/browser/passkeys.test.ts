import type { Page } from "playwright-core";
import { expect } from "vitest";
import { paths } from "../../web/src/paths.ts";
import { signUp } from "../support/account.ts";
import {
  accessibilityViolationsInBothSchemes,
  CLIENT_ERRORS,
  restoreSession,
  test,
} from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { errorOf } from "../support/page-actions.ts";
import { thisStack } from "../support/this-stack.ts";

const { site } = thisStack();

/** A phone or laptop that recognises its user at once. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Without presence, a request waits until it is aborted. */
    touches: (enabled: boolean) =>
      cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    recognises: (isUserVerified: boolean) =>
      cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

/** Until the page has noticed it: suggestions wait for a person. */
async function moveMouse(page: Page): Promise<void> {
  let isAsked = false;
  page.on("request", (request) => {
    isAsked ||= request.url().endsWith("/authentication/options");
  });
  let x = 1;
  await eventually("suggestions are asked for", async () => {
    await page.mouse.move((x += 1), 1);
    return isAsked;
  });
}

/** Opens the form, whose suggestions nobody chooses. */
async function openSignIn(page: Page, device: Awaited<ReturnType<typeof addAuthenticator>>) {
  await page.evaluate(() => localStorage.clear());
  await device.touches(false);
  const suggested = page.waitForResponse(/authentication\/options/);
  await page.goto(`${site}/login`);
  await moveMouse(page);
  await suggested;
  await device.touches(true);
  return page.getByRole("button", { name: "Continue with a passkey" });
}

test("passkey: not added by a device that does not recognise its user, else once per device; named; signs in when the browser suggests it, and by the button; opens nothing once removed", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(CLIENT_ERRORS);
  const { session } = await signUp();
  const page = await visit();
  const device = await addAuthenticator(page);
  await restoreSession(page, session);
  await page.goto(`${site}${paths.accountSecurity}`);
  const panel = page.getByRole("region", { name: "Passkeys" });
  await device.recognises(false);
  await panel.getByRole("button", { name: "Add a passkey" }).press("Enter");
  expect(await errorOf(panel).innerText()).toBe(
    "No passkey was used. Please try again when you’re ready.",
  );
  expect(await panel.getByRole("listitem").count()).toBe(0);
  await device.recognises(true);
  await panel.getByRole("button", { name: "Add a passkey" }).press("Enter");
  await panel.getByText("Your passkey is saved.").waitFor();
  await panel.getByRole("button", { name: "Add another passkey" }).press("Enter");
  expect(await errorOf(panel).innerText()).toBe(
    "This device already has a passkey for your account.",
  );
  expect(await panel.getByRole("listitem").count()).toBe(1);

  await panel.getByRole("button", { name: "Rename Passkey" }).press("Enter");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Work laptop");
  expect(await accessibilityViolationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await panel.locator("button:focus", { hasText: "Rename Work laptop" }).waitFor();

  // A suggestion that is chosen at once, without the button.
  await page.evaluate(() => localStorage.clear());
  const used: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/authentication/options")) used.push(request.method());
  });
  await page.goto(`${site}/login`);
  await moveMouse(page);
  await page.waitForURL(`${site}/dashboard`);
  expect(used).toEqual(["POST"]);

  const signIn = await openSignIn(page, device);
  await signIn.press("Enter");
  await page.getByText("Successfully signed in!").waitFor();
  await page.waitForURL(`${site}/dashboard`);

  await page.getByRole("banner").getByRole("button", { name: "Account" }).press("Enter");
  await page.getByRole("link", { name: "Account and security" }).press("Enter");
  await panel.getByText(/last used/).waitFor();
  await panel.getByRole("button", { name: "Remove Work laptop" }).press("Enter");
  await panel.getByText("That passkey no longer works for your account.").waitFor();
  expect(await panel.getByRole("listitem").count()).toBe(0);

  await (await openSignIn(page, device)).click();
  await page.getByText("This passkey doesn’t match an account.").waitFor();
  await device.touches(false);
  expect(await accessibilityViolationsInBothSchemes(page)).toEqual([]);
});

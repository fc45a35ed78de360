import { expect } from "vitest";
import { paths } from "../../web/src/paths.ts";
import { codeIn, mailTo, signUp } from "../support/account.ts";
import {
  accessibilityViolationsInBothSchemes,
  CLIENT_ERRORS,
  expectToFit,
  restoreSession,
  saveScreenshots,
  test,
} from "../support/browser.ts";
import { unfold } from "../support/page-actions.ts";
import { freshAddress, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { site } = thisStack();

/** As if the user had signed in three weeks ago. */
async function ageSessions(email: string): Promise<void> {
  await queryStack(
    `update sessions set created_at = now() - interval '21 days', amr = (
       select jsonb_agg(entry || jsonb_build_object('timestamp', (entry->>'timestamp')::int - 21 * 86400))
       from jsonb_array_elements(amr) entry
     ) where user_id = (select id from users where email = $1)`,
    [email],
  );
}

test("new sign-in methods three weeks after the sign-in: added once the user gives the password or a mailed code, and nothing that was typed is lost", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(CLIENT_ERRORS);
  const { session, ...account } = await signUp();
  const page = await visit();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await restoreSession(page, session);
  await ageSessions(account.email);
  await page.goto(`${site}${paths.accountSecurity}`);
  const dialog = page.getByRole("dialog", { name: "Make sure it’s you" });
  const password = dialog.getByLabel("Your password", { exact: true });
  const proceed = dialog.getByRole("button", { name: "Continue" });

  const apps = page.getByRole("region", { name: "Two-step sign-in" });
  const name = apps.getByLabel("Name of the device with the app");
  await name.fill("Work tablet");
  await name.press("Enter");
  await password.fill("not my password");
  await password.press("Enter");
  await dialog.getByText("This password or code is wrong or has expired.").waitFor();
  await saveScreenshots(page, "reauthentication");
  await expectToFit(page);
  expect(await accessibilityViolationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await apps.getByText("Nothing has changed: we have to make sure it’s you first.").waitFor();
  expect(await name.inputValue()).toBe("Work tablet");
  await name.press("Enter");
  await password.fill(account.password);
  await proceed.click();
  await apps.getByText("Scan this with your app").waitFor();
  expect(
    await queryStack(
      "select friendly_name from mfa_factors where user_id = (select id from users where email = $1)",
      [account.email],
    ),
  ).toEqual([{ friendly_name: "Work tablet" }]);

  await ageSessions(account.email);
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByRole("button", { name: "Send me a code" }).click();
  const code = dialog.getByLabel("Code we sent you");
  await code.fill(codeIn(await mailTo(account.email)));
  await code.press("Enter");
  await passkeys.getByText("Your passkey is saved.").waitFor();

  await ageSessions(account.email);
  const email = page.getByRole("region", { name: "Email", exact: true });
  const next = freshAddress();
  await unfold(page, "Change your address");
  await email.getByLabel("New email address").fill(next);
  await email.getByRole("button", { name: "Change address" }).click();
  await password.fill(account.password);
  await proceed.click();
  await email.getByRole("heading", { name: `Waiting for ${next}` }).waitFor();

  // This sign-in is recent: nothing is asked.
  await page
    .getByRole("region", { name: "Ways to sign in" })
    .getByRole("button", { name: "Link Google" })
    .click();
  await page.waitForURL((url) => !url.href.startsWith(site));
});

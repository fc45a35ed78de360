import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { paths } from "../../web/src/paths.ts";
import { freshAuthClient, signUp } from "../support/account.ts";
import {
  accessibilityViolationsInBothSchemes,
  ERROR_RESPONSES,
  restoreSession,
  test,
} from "../support/browser.ts";
import { answerCalls, signInHere } from "../support/page-actions.ts";
import { thisStack } from "../support/this-stack.ts";
import { totp } from "../support/totp.ts";

const { site } = thisStack();

async function signUpWithApp() {
  const { session, ...account } = await signUp();
  const client = freshAuthClient();
  await client.setSession(session);
  const { data } = await client.mfa.enroll({ factorType: "totp", friendlyName: "My phone" });
  if (data === null) throw new Error("The app could not be enrolled");
  const code = totp(data.totp.secret, Date.now());
  await client.mfa.challengeAndVerify({ factorId: data.id, code });
  const raised = await client.getSession();
  if (raised.data.session === null) throw new Error("The session is gone");
  return { account, session: raised.data.session };
}

test("recovery codes: read again when that fails, shown once, made anew, and one opens the account without the app", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(ERROR_RESPONSES);
  const { account, session } = await signUpWithApp();
  const page = await visit();
  await restoreSession(page, session);
  await answerCalls(page, "auth/v1/factors/recovery-codes", 503, {});
  await page.goto(`${site}${paths.accountSecurity}`);
  const panel = page.getByRole("region", { name: "Two-step sign-in" });
  await panel.getByText("This part didn’t load.").waitFor();
  await page.unroute("**/auth/v1/factors/recovery-codes");
  await panel.getByRole("button", { name: "Try again" }).click();
  await panel.getByRole("button", { name: "Create recovery codes" }).press("Enter");
  await panel.locator("h2:focus", { hasText: "Your recovery codes" }).waitFor();
  const codes = await panel.locator("li code").allInnerTexts();
  expect(codes).toHaveLength(10);
  expect(await accessibilityViolationsInBothSchemes(page)).toEqual([]);
  const arriving = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Download" }).click();
  expect(await readFile(await (await arriving).path(), "utf8")).toBe(`${codes.join("\n")}\n`);
  await panel.getByRole("button", { name: "I’ve saved them" }).click();
  await panel.getByText("You have 10 of 10 left.").waitFor();

  const other = await visit();
  await other.goto(`${site}/login`);
  await signInHere(other, account);
  await other.getByRole("button", { name: "Use a recovery code" }).click();
  expect(await accessibilityViolationsInBothSchemes(other)).toEqual([]);

  await panel.getByRole("button", { name: "Create new codes" }).click();
  await panel.locator("li code").first().waitFor();
  const use = async (code: string | undefined) => {
    await other.getByLabel("Recovery code").fill(code ?? "");
    await other.getByRole("button", { name: "Continue" }).click();
  };
  await use(codes[0]);
  await other.locator("[aria-invalid]:focus").waitFor();
  await other.getByText("This code is wrong, has expired or was used already.").waitFor();
  const [fresh] = await panel.locator("li code").allInnerTexts();
  await use(fresh);
  await other.waitForURL(`${site}/dashboard`);
  await page.reload();
  await panel.getByText("You have 9 of 10 left.").waitFor();
});

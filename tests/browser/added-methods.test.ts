import type { Page } from "playwright-core";
import { expect } from "vitest";
import { paths } from "../../web/src/paths.ts";
import { codeIn, freshAuthClient, linkIn, signUp } from "../support/account.ts";
import {
  accessibilityViolationsInBothSchemes,
  CLIENT_ERRORS,
  ERROR_RESPONSES,
  expectToFit,
  saveScreenshots,
  test,
} from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { answerCalls } from "../support/page-actions.ts";
import { mailsAbout, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";
import { totp } from "../support/totp.ts";

const { site } = thisStack();

async function expectGoodLooks(page: Page, name: string): Promise<void> {
  await saveScreenshots(page, name);
  await expectToFit(page);
  expect(await accessibilityViolationsInBothSchemes(page)).toEqual([]);
}

/** A thief's app, by the client of a session that the owner has not ended. */
async function addApp(
  session: Awaited<ReturnType<typeof signUp>>["session"],
  friendlyName: string,
) {
  const client = freshAuthClient();
  await client.setSession(session);
  const { data } = await client.mfa.enroll({ factorType: "totp", friendlyName });
  if (data === null) throw new Error("The app could not be enrolled");
  const code = totp(data.totp.secret, Date.now());
  const { error } = await client.mfa.challengeAndVerify({ factorId: data.id, code });
  if (error !== null) throw error;
  return client;
}

async function mailWithSubject(address: string, subject: RegExp) {
  return eventually(`a mail about ${subject.source}`, async () =>
    (await mailsAbout(address)).find((mail) => mail.to === address && subject.test(mail.subject)),
  );
}

const LONG_NAME = "Mallory’sPhoneWithAVeryLongNameThatHasNoBlankAnywhereInIt";

test("link of the mail about a new app: removes it without a session, once, and ends all sessions", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(ERROR_RESPONSES);
  const { session, email } = await signUp();
  const thief = await addApp(session, LONG_NAME);
  const link = linkIn(await mailWithSubject(email, /second step was added/));
  const page = await visit();
  await answerCalls(page, "functions/v1/account/removal", 503, {});
  await page.goto(link);
  await page.getByText("This part didn’t load.").waitFor();
  await page.unroute("**/functions/v1/account/removal");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("h2:focus", { hasText: "Was this you?" }).waitFor();
  await page.getByText(LONG_NAME).waitFor();
  await expectGoodLooks(page, "removal");
  expect((await thief.getUser()).error).toBeNull();
  await answerCalls(page, "functions/v1/account/removal/confirm", 503, {});
  const remove = page.getByRole("button", { name: "Remove it and sign out everywhere" });
  await remove.click();
  await page.getByText("We couldn’t remove it. Please try again.").waitFor();
  await page.unroute("**/functions/v1/account/removal/confirm");
  await remove.click();
  await page.locator("h2:focus", { hasText: "It’s removed." }).waitFor();
  await expectGoodLooks(page, "removal-done");
  expect((await thief.getUser()).error?.name).toBe("AuthSessionMissingError");
  await page.reload();
  await page.getByRole("heading", { name: "It was removed already." }).waitFor();

  await queryStack(
    `update outbox_events set occurred_at = now() - interval '25 hours'
     where payload->>'notice' = 'factor-added' and aggregate_id = (select id::text from users where email = $1)`,
    [email],
  );
  await page.reload();
  await page.getByRole("heading", { name: "This link has expired." }).waitFor();
  await expectGoodLooks(page, "removal-expired");
  await page.getByRole("link", { name: "Choose a new password" }).click();
  await page.waitForURL(`${site}${paths.forgotPassword}`);
});

test("recovery after a thief added an app and a passkey: what is ticked goes, what is not stays, and the owner is in", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(CLIENT_ERRORS);
  const { session, email } = await signUp();
  const thief = await addApp(session, LONG_NAME);
  await queryStack(
    `insert into webauthn_credentials (
       id, user_id, credential_id, public_key, sign_count, transports, backup_eligible, backed_up, friendly_name, created_at, updated_at
     ) select gen_random_uuid(), id, id::text, 'key', 0, '[]', false, false, 'My laptop', now(), now() from users where email = $1`,
    [email],
  );
  const page = await visit();
  await page.goto(`${site}${paths.forgotPassword}`);
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await page.getByLabel("Six-digit code").fill(codeIn(await mailWithSubject(email, /Reset your/)));
  await page.keyboard.press("Enter");
  const app = page.getByRole("checkbox", { name: `Authenticator app ${LONG_NAME}` });
  const passkey = page.getByRole("checkbox", { name: "Passkey My laptop" });
  await app.waitFor();
  expect([await app.isChecked(), await passkey.isChecked()]).toEqual([true, true]);
  await expectGoodLooks(page, "recovery-added");
  await passkey.uncheck();
  await page.getByRole("button", { name: "Remove what’s ticked and go on" }).click();
  await page.getByText("Removed, and every other device is signed out.").waitFor();
  expect((await thief.getUser()).error?.name).toBe("AuthSessionMissingError");
  await page.getByLabel("New password", { exact: true }).fill("high tide at noon");
  await page.getByLabel("Confirm new password").fill("high tide at noon");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${site}/dashboard`);
  expect(
    await queryStack(
      `select friendly_name from webauthn_credentials where user_id = (select id from users where email = $1)
       union all select friendly_name from mfa_factors where user_id = (select id from users where email = $1)`,
      [email],
    ),
  ).toEqual([{ friendly_name: "My laptop" }]);
});

test("recovery that waited too long beside a thief's app: says so, and leads to a new email", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(CLIENT_ERRORS);
  const { session, email } = await signUp();
  await addApp(session, "Theirs");
  const page = await visit();
  await page.goto(`${site}${paths.forgotPassword}`);
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await page.goto(linkIn(await mailWithSubject(email, /Reset your/)));
  await page.getByRole("button", { name: "Choose a new password" }).click();
  const remove = page.getByRole("button", { name: "Remove what’s ticked and go on" });
  await remove.waitFor();
  await queryStack(
    `update sessions set amr = (
       select jsonb_agg(entry || jsonb_build_object('timestamp', (entry->>'timestamp')::int - 900))
       from jsonb_array_elements(amr) entry
     ) where user_id = (select id from users where email = $1)`,
    [email],
  );
  await remove.click();
  await page.getByText("That took too long, so we have to check it’s you once more.").waitFor();
  await expectGoodLooks(page, "recovery-too-late");
  await page.reload();
  await page.getByRole("heading", { name: "One more step" }).waitFor();
  await page.getByRole("button", { name: "Ask for a new email" }).click();
  await page.getByLabel("Email").waitFor();
});

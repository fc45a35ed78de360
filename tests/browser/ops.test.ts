import type { Page } from "playwright-core";
import { afterAll, describe, expect, inject } from "vitest";
import { accessibilityFaults, closeBrowser, test } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import {
  contactForm,
  freshAddress,
  mailsAbout,
  postEnquiry,
  queryStack,
  switchMail,
} from "../support/stack-client.ts";

afterAll(closeBrowser);

const { ops, opsAccount } = inject("stack");

async function signIn(page: Page): Promise<void> {
  await page.goto(ops);
  await page.getByLabel("Email").fill(opsAccount.email);
  await page.getByLabel("Password").fill(opsAccount.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** An enquiry whose auto-reply the provider refused, as ops find it. */
async function refusedEnquiry(): Promise<{ address: string; eventId: string }> {
  const address = freshAddress();
  await switchMail({ fail: { status: 422 }, onlyMatching: address });
  const response = await postEnquiry(contactForm(address));
  const { id } = (await response.json()) as { id: string };
  const eventId = await eventually("the event is dead", async () => {
    const [event] = await queryStack(
      "select id from outbox_events where aggregate_id = $1 and dead_at is not null",
      [id],
    );
    return event !== undefined && String(event["id"]);
  });
  await switchMail({ fail: null, onlyMatching: "" });
  return { address, eventId };
}

describe("the events desk", () => {
  test("a mail that was refused is found, replayed with a reason, and arrives once", async ({
    visit,
  }) => {
    const { address, eventId } = await refusedEnquiry();
    expect((await mailsAbout(address)).map((mail) => mail.to)).toEqual(["team@tidepost.example"]);

    const page = await visit();
    await signIn(page);
    await page.getByRole("searchbox").fill(address);
    await page.getByRole("button", { name: "Find" }).click();
    expect(page.url()).not.toContain("@");
    await page.locator(`a[href$="/events/${eventId}"]`).first().click();
    await page
      .getByRole("link", { name: /replay/i })
      .first()
      .click();

    const choices = page.getByRole("checkbox");
    expect(await choices.count()).toBe(1);
    expect(await page.getByRole("group", { name: "Would run" }).innerText()).toContain(
      "auto-reply",
    );
    await page.getByLabel("Reason").fill("The provider's block was lifted");
    await page.getByRole("button", { name: "Replay" }).click();
    await eventually(
      "the auto-reply has arrived",
      async () => (await mailsAbout(address)).length === 2,
    );

    await eventually("the event is completed", async () => {
      const [event] = await queryStack("select completed_at from outbox_events where id = $1", [
        eventId,
      ]);
      return event?.["completed_at"] !== null;
    });
    const audit = await queryStack(
      "select actor->>'name' as who, data->>'reason' as why from audit_log where event_id = $1 and action like 'replay%'",
      [eventId],
    );
    expect(audit).toEqual([{ who: "Local Ops", why: "The provider's block was lifted" }]);
    const mails = await mailsAbout(address);
    expect(mails.map((mail) => mail.to).toSorted()).toEqual(
      [address, "team@tidepost.example"].toSorted(),
    );

    // Replaying what is complete is harmless.
    await page.goto(`${ops}/events/${eventId}/replay`);
    await page.getByText("Nothing is missing").waitFor();
  });

  test("shows a stranger nothing but its door", async ({ visit, expectComplaint }) => {
    expectComplaint(/status of 401/);
    const page = await visit();
    for (const path of ["", "/events", "/queues"]) {
      await page.goto(`${ops}${path}`);
      expect(new URL(page.url()).pathname).toBe("/ops/sign-in");
    }
    await page.getByLabel("Email").fill("mallory@elsewhere.example");
    await page.getByLabel("Password").fill("wrong password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
  });

  test("shows the queues on the same ground", async ({ visit }) => {
    const page = await visit();
    await signIn(page);
    await page.goto(`${ops}/queues`);
    await page.getByText("email").first().waitFor();
  });

  test.for([
    { width: 390, height: 844, colorScheme: "light" },
    { width: 1440, height: 900, colorScheme: "dark" },
  ] as const)(
    "has no accessibility fault at $width px in $colorScheme",
    async (shape, { visit }) => {
      const { eventId } = await refusedEnquiry();
      const page = await visit({
        viewport: { width: shape.width, height: shape.height },
        colorScheme: shape.colorScheme,
      });
      await page.goto(ops);
      const faults = { door: await accessibilityFaults(page) };
      await signIn(page);
      expect({ ...faults, list: await accessibilityFaults(page) }).toEqual({ door: [], list: [] });
      for (const path of [
        `/events/${eventId}`,
        `/events/${eventId}/replay`,
        `/events/${eventId}/ignore`,
      ]) {
        await page.goto(`${ops}${path}`);
        expect(await accessibilityFaults(page), path).toEqual([]);
      }
    },
  );
});

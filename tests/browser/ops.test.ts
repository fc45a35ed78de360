import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { accessibilityViolations, saveScreenshots, test } from "../support/browser.ts";
import { customerOf, signedInTestCustomer } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { freshOperator, signInToOps, unusedCode } from "../support/operator.ts";
import { tabTo } from "../support/page-actions.ts";
import {
  contactForm,
  freshAddress,
  mailsAbout,
  postEnquiry,
  queryStack,
  switchMail,
} from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { sessionIn } from "../support/test-customer.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const { ops } = stack;

async function refusedEnquiry(): Promise<{ address: string; eventId: string }> {
  const address = freshAddress();
  await switchMail({ fail: { status: 422 }, onlyMatching: address });
  const response = await postEnquiry(contactForm(address));
  const { id } = (await response.json()) as { id: string };
  const eventId = await eventually("the event is dead-lettered", async () => {
    const [event] = await queryStack(
      "select id from outbox_events where aggregate_id = $1 and dead_lettered_at is not null",
      [id],
    );
    return event !== undefined && String(event["id"]);
  });
  await switchMail({ fail: null, onlyMatching: "" });
  return { address, eventId };
}

async function secondStepOf(userId: string): Promise<string> {
  const [step] = await queryStack(
    `insert into mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now()) returning id`,
    [userId],
  );
  return `/customers/${userId}/second-step/${String(step?.["id"])}`;
}

/** Every length of the console is relative to the text: half the window is twice the text. */
const PHONE_WITH_LARGE_TEXT = { width: 195, height: 422 };

function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}

async function enterTo(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
}

async function openMail(page: Page, userId: string): Promise<void> {
  await page.goto(`${ops}/customers/${userId}`);
  await page.getByLabel("Reason").fill("They rang us");
  await page.getByRole("button", { name: "Reveal for 15 minutes" }).click();
  await page.getByRole("heading", { name: "Reveal personal data" }).waitFor({ state: "detached" });
  const link = page.getByRole("link", { name: /^Read / }).first();
  await eventually("a mail was sent", async () => {
    await page.reload();
    return (await link.count()) > 0;
  });
  await link.click();
  await page.waitForURL(/\/mails\//);
}

type Customer = Awaited<ReturnType<typeof unhappyCustomer>>;

async function unhappyCustomer() {
  const ada = await signedInTestCustomer();
  const sessionId = sessionIn(await ada.checkout());
  await stripeEmulator(stack).pay(sessionId);
  const { subscription } = await ada.outcome(sessionId);
  const message = `It is not what I hoped for, says ${ada.email}`;
  // A first claim needs no operator.
  await queryStack(
    "insert into guarantee_claims values (encode(sha256(convert_to('account ' || $1, 'UTF8')), 'hex'), 'rfr_1')",
    [ada.userId],
  );
  const asked = await ada.call("POST", "/functions/v1/refund-request", {
    subscriptionId: subscription?.subscription_id,
    message,
  });
  expect(asked).toMatchObject({ status: 200, body: { success: true } });
  const customerId = await customerOf(sessionId);
  const [event] = await queryStack(
    "select id from outbox_events where type = 'RefundRequested' and aggregate_id = $1",
    [customerId],
  );
  return { ...ada, customerId, message, eventId: String(event?.["id"]) };
}

let busy: Promise<[Awaited<ReturnType<typeof refusedEnquiry>>, Customer]> | undefined;

function busyConsole() {
  busy ??= Promise.all([refusedEnquiry(), unhappyCustomer()]);
  return busy;
}

const SHAPES = [
  [390, "light"],
  [1440, "dark"],
] as const;

describe("ops console", () => {
  test("rejected email: by keyboard alone from sign-in, found, replayed with a reason, and delivered once", async ({
    visit,
  }) => {
    const [{ address, eventId }, operator] = await Promise.all([refusedEnquiry(), freshOperator()]);
    expect((await mailsAbout(address)).map((mail) => mail.to)).toEqual(["team@tidepost.example"]);

    const page = await visit();
    await page.goto(ops);
    await tabTo(page, page.getByLabel("Email"));
    await page.keyboard.type(operator.email);
    await tabTo(page, page.getByLabel("Password"));
    await page.keyboard.type(operator.password);
    await enterTo(page);
    await page.locator("input:focus").waitFor();
    await page.keyboard.type(unusedCode(operator));
    await enterTo(page);

    await tabTo(page, page.getByRole("link", { name: "Events", exact: true }));
    await enterTo(page);
    await tabTo(page, page.getByRole("link", { name: "Skip to the content" }));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type(address);
    await enterTo(page);
    expect(page.url()).not.toContain("@");
    await tabTo(page, page.locator(`a[href$="/events/${eventId}"]`));
    await enterTo(page);
    await tabTo(page, page.getByRole("link", { name: "Replay…" }));
    await enterTo(page);
    expect(await page.getByRole("group", { name: "Would run" }).innerText()).toContain(
      "Auto-reply email",
    );
    expect(await page.getByRole("checkbox").count()).toBe(1);
    await tabTo(page, page.getByLabel("Reason"));
    await page.keyboard.type("The provider's block was lifted");
    await tabTo(page, page.getByRole("button", { name: "Replay" }));
    await enterTo(page);
    // The page refreshes itself.
    await page.getByText("The replay has succeeded").waitFor();
    expect(await page.getByRole("row", { name: /validation_error/ }).count()).toBe(1);
    const mails = await mailsAbout(address);
    expect(mails.map((mail) => mail.to).toSorted()).toEqual(
      [address, "team@tidepost.example"].toSorted(),
    );
    const audit = await queryStack(
      "select actor->>'name' as who, data->>'reason' as why from audit_log where event_id = $1 and action like 'replay%'",
      [eventId],
    );
    expect(audit).toEqual([{ who: operator.email, why: "The provider's block was lifted" }]);

    // A replay of a completed event has no effect.
    await page.goto(`${ops}/events/${eventId}/replay`);
    await page.getByText("There is nothing to replay").waitFor();
  });

  test("failed effects: filtered by customer, replayed from the list, and run once", async ({
    visit,
  }) => {
    const [other] = await busyConsole();
    const one = await refusedEnquiry();
    const page = await visit();
    await signInToOps(page);
    await page.getByRole("link", { name: "Failed events" }).first().click();
    await page.getByRole("searchbox").fill(one.address);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: "Replay several…" }).click();
    expect(await page.getByRole("main").innerText()).toContain("Auto-reply email");
    await page.getByLabel("Reason").fill("The provider's block was lifted");
    await page.getByRole("button", { name: "Replay 1 event" }).click();
    await page.waitForURL(/\/replay-many\/[^/]+$/);
    await eventually("the auto-reply has arrived", async () => {
      return (await mailsAbout(one.address)).length === 2;
    });
    expect(await mailsAbout(other.address)).toHaveLength(1);
  });

  test("search by Stripe payment id: finds the customer; preview of their email: rendered without scripts and remote content", async ({
    visit,
    expectComplaint,
  }) => {
    // The test's own script inside the frame is blocked like any other.
    expectComplaint(/Blocked script execution in 'about:srcdoc'/);
    const [, { customerId, userId }] = await busyConsole();
    const { data } = await stripeEmulator(stack).stripe.charges.list({ customer: customerId });
    const page = await visit({ viewport: { width: 390, height: 844 } });
    await signInToOps(page);
    const intent = data[0]?.payment_intent;
    for (const id of [data[0]?.id, typeof intent === "string" ? intent : intent?.id]) {
      await page.goto(`${ops}/customers`);
      await page.getByRole("searchbox").fill(id ?? "none");
      await page.getByRole("button", { name: "Search" }).click();
      await page.waitForURL(`${ops}/customers/${userId}`);
    }

    const strangers: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== new URL(ops).origin) strangers.push(request.url());
    });
    await openMail(page, userId);
    const frame = page.frameLocator("iframe");
    await frame.locator("table").first().waitFor();
    expect(await frame.locator("body").evaluate(() => window.origin)).toBe("null");
    const width = await frame
      .locator("td.gutter")
      .evaluate((cell) => getComputedStyle(cell).padding);
    expect(width, "its own style holds").not.toBe("0px");
    await page.getByText("Plain text").press("Enter");
    await page.locator("pre").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityViolations(page), colorScheme).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(strangers).toEqual([]);
  });

  test("without an operator session: only the sign-in page; with one, each page, the queues too: no axe violations and no sideways scrolling, light on a phone and dark on a desktop", async ({
    visit,
  }) => {
    const [{ eventId }, asked] = await busyConsole();
    const page = await visit();
    const faults: Record<string, string[]> = {};
    const check = async (path: string) => {
      await page.goto(`${ops}${path}`);
      for (const [width, colorScheme] of SHAPES) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const found = await accessibilityViolations(page);
        if (await isTooWide(page)) found.push("wider than the window");
        if (found.length > 0) faults[`${path}, ${width} px, ${colorScheme}`] = found;
      }
      await page.setViewportSize(PHONE_WITH_LARGE_TEXT);
      if (await isTooWide(page))
        faults[`${path} at twice the text size`] = ["wider than the window"];
    };
    await check("/queues");
    expect(new URL(page.url()).pathname).toBe("/ops/sign-in");
    await signInToOps(page);
    await page.goto(`${ops}/queues`);
    await page.getByText("email").filter({ visible: true }).first().waitFor();
    for (const path of [
      "/events",
      `/events/${eventId}`,
      `/events/${eventId}/replay`,
      `/events/${asked.eventId}`,
      `/events/${asked.eventId}/refund/decline`,
      "/disputes",
      "/retention",
      "/overview",
      "/events?state=failed",
      "/events/replay-many",
      "/customers",
      "/revenue",
      `/customers/${asked.userId}`,
      await secondStepOf(asked.userId),
    ])
      await check(path);
    await saveScreenshots(page, "ops-second-step");
    await page.getByRole("link", { name: "Cancel" }).click();
    await saveScreenshots(page, "ops-customer");
    expect(faults).toEqual({});
  });
});

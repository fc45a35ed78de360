import { eq, sql } from "drizzle-orm";
import { expect, test as plain } from "vitest";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import type { Db } from "#db/client.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { customers, retentionOffers } from "#db/schema/billing.ts";
import { approvers, briefVersions, businesses } from "#db/schema/content.ts";
import { undeliverableAddresses } from "#db/schema/emails.ts";
import { auditLog } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import { insertCustomer, insertSubscription } from "../../../tests/support/customer-rows.ts";
import { test } from "../../../tests/support/database.ts";
import { OPS_ORIGIN, OPS_SECRET, openOpsConsole } from "../../../tests/support/ops-client.ts";
import { CHECKOUT, seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { proposePost } from "../../../tests/support/post-rows.ts";
import { seedEnquiry, seedEvent, seedIds } from "../../../tests/support/seed-event.ts";
import { createEffects } from "../../effects/catalogue.ts";
import type { EffectDeps } from "../../effects/effect-deps.ts";
import { EVENT_LABELS, effectLabel } from "../../event-labels.ts";
import { redactEmail, redactName } from "./redact.ts";

const MAIL = {
  template: "account",
  to: "grace@navy.example",
  replyTo: null,
  subject: "Welcome to Tidepost",
  html: "<p>Welcome aboard, Grace.</p>",
  text: "Welcome aboard, Grace.",
  params: {},
  correlationId: "req_1",
} as const;

plain.each([
  ["ada@shop.example", "a•••@s•••.example"],
  ["a@b.co.uk", "a•••@b•••.uk"],
  ["no address", "•••"],
])("redacted email address: %s becomes %s", (email, redacted) => {
  expect(redactEmail(email)).toBe(redacted);
});

plain("redacted name: keeps its first character, also an emoji", () => {
  expect(["Grace", "", "Øyvind", "🦊fox"].map(redactName)).toEqual(["G•••", "", "Ø•••", "🦊•••"]);
});

test("customer search: by name, email, account, subscription and order, none in the URL", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const { get, send } = await openOpsConsole({ db }).signIn();
  for (const text of [
    "Grace Hopper",
    "grace h",
    "HOPPER",
    "  Grace@Navy.example ",
    userId,
    "cus_1",
    "sub_1",
    "in_1",
  ]) {
    const redirect = await send("/ops/customers/find", [["q", text]]);
    const location = redirect.headers.get("location") ?? "";
    expect(location).toMatch(/^\/ops\/customers\?search=[\w.-]+$/);
    const found = await get(location);
    expect(`${text}: ${found.headers.get("location")}`).toBe(`${text}: /ops/customers/${userId}`);
  }
  const unknown = await send("/ops/customers/find", [["q", "100% linen"]]);
  const html = await (await get(unknown.headers.get("location") ?? "")).text();
  expect(html).toContain("No results");
});

test("customer search in the address: finds an id, and searches for no name or email address", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const { get } = await openOpsConsole({ db }).signIn();
  for (const id of [userId, "cus_1", "in_1", "CR6JSI9T-0007", "cr6jsi9t-0007-cn-01"]) {
    const found = await get(`/ops/customers?q=${id}`);
    expect(found.headers.get("location"), id).toBe(`/ops/customers/${userId}`);
  }
  expect(await (await get("/ops/customers?q=cus_9")).text()).toContain("No results");
  for (const text of ["Grace Hopper", "grace@navy.example", "+44 7700 900123"]) {
    const html = await (await get(`/ops/customers?q=${encodeURIComponent(text)}`)).text();
    expect(html, text).toContain("Not searched yet");
    expect(html, text).toContain(`value="${text}"`);
    expect(html, text).not.toContain("No results");
  }
  const ofAnotherSession = await (await get("/ops/customers?search=AAAA")).text();
  expect(ofAnotherSession).toContain("another session");
  expect(ofAnotherSession).not.toContain("No results");
});

test("customer page: lists the history newest first, without personal data", async ({ db }) => {
  const { userId } = await seedOpsCustomer(db);
  const { get } = await openOpsConsole({ db }).signIn();
  const html = await (await get(`/ops/customers/${userId}`)).text();
  expect(html).not.toMatch(/grace|hopper|navy/i);
  expect(html).toContain("g•••@n•••.example");
  expect(html).toContain("h•••@b•••.example");
  expect(html).toContain("Starter Package");
  const labels = [
    "Declined the retention offer",
    "Charged",
    "Paid for a subscription",
    "Created an account",
  ];
  const positions = labels.map((label) => html.indexOf(label));
  expect(positions.every((position) => position > 0)).toBe(true);
  expect(positions.toSorted((a, b) => a - b)).toEqual(positions);
  expect(html).toContain("invoice CR6JSI9T-0007, £97.00, partially refunded £40.00");
  expect(html).toContain("It costs too much");
  expect(html).toContain("Email to the customer");
  expect(html).not.toMatch(/send-billing-mail|Read the/);
});

test("customer page: marks a second subscription of the address until one has ended", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  await insertCustomer(db, { id: "cus_2", email: "grace@navy.example" });
  await insertSubscription(db, { id: "sub_2", customerId: "cus_2", secondOf: "sub_1" });
  const { get } = await openOpsConsole({ db }).signIn();
  const html = async () => (await get("/ops/customers/cus_2")).text();
  expect(await html()).toMatch(new RegExp(`Needs attention:.*/ops/customers/${userId}"`, "s"));
  await db.execute(sql`update subscriptions set status = 'canceled' where id = 'sub_1'`);
  expect(await html()).not.toContain("Needs attention");
});

test("customer page: says that the retention offer was accepted", async ({ db }) => {
  const { userId } = await seedOpsCustomer(db);
  await db.update(retentionOffers).set({ answer: "accepted" });
  const { get } = await openOpsConsole({ db }).signIn();
  const response = await get(`/ops/customers/${userId}`);
  expect(await response.text()).toContain("Accepted the retention offer");
});

test("personal data: shown for 15 minutes after a reason, which is audited", async ({
  db,
  database,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const opsConsole = openOpsConsole({ db });
  const { get, send } = await opsConsole.signIn();
  const rejected = await send(`/ops/customers/${userId}/reveal`, [["reason", " "]]);
  expect(rejected.status).toBe(422);
  expect(await rejected.text()).not.toContain("Hopper");
  const redirect = await send(`/ops/customers/${userId}/reveal`, [["reason", "she rang us"]]);
  const revealedUrl = redirect.headers.get("location") ?? "";
  const html = await (await get(revealedUrl)).text();
  expect(html).toContain("Grace Hopper");
  expect(html).toContain("hopper@books.example");
  expect(html).toContain("grace@navy.example");
  const { rows } = await database.query(
    "select actor, subject_id, data from audit_log where action = 'personal.shown'",
  );
  expect(rows).toEqual([
    { actor: { kind: "ops", name: "Ada" }, subject_id: userId, data: { reason: "she rang us" } },
  ]);
  opsConsole.wait(15 * 60_000);
  expect(await (await get(revealedUrl)).text()).not.toContain("Hopper");
});

test("brief: redacted until revealed, with what changed since the version before", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const createdAt = "2026-11-20T10:00:00Z";
  await db.insert(businesses).values({ id: "bus_1", userId, createdAt });
  await db.insert(approvers).values({
    id: "apr_1",
    businessId: "bus_1",
    email: "ben@navy.example",
    name: "Ben Hopper",
    createdAt,
  });
  const opsConsole = openOpsConsole({ db });
  const { get, send } = await opsConsole.signIn();
  const page = async (url = `/ops/customers/${userId}`) => (await get(url)).text();
  const first = { ...NO_ANSWERS, businessName: "Hopper & Daughters", tone: "Dry" };
  const changed = {
    ...first,
    businessName: "Hopper <b>Ltd</b>",
    tone: "",
    links: "https://hopper.example",
  };
  for (const [version, answers, submittedAt] of [
    [1, first, "2026-11-21T10:00:00Z"],
    [2, changed, "2026-11-22T10:00:00Z"],
    [3, { ...changed, tone: "Not sent yet" }, null],
  ] as const) {
    expect((await page()).includes('id="brief"')).toBe(version > 1);
    await db.insert(briefVersions).values({
      businessId: "bus_1",
      version,
      revision: 1,
      answers,
      savedAt: createdAt,
      submittedAt,
    });
  }
  const redacted = await page();
  expect(redacted).toContain("Version 2, sent");
  expect(redacted).toContain("<h1>Hopper &lt;b&gt;Ltd&lt;/b&gt; (G••• H•••)</h1>");
  expect(redacted.replaceAll("Hopper &lt;b&gt;", "")).not.toMatch(/\b(?:hopper|dry|navy)\b/i);
  expect(redacted.match(/Changed\. /g)).toHaveLength(3);
  expect(redacted).toContain("b•••@n•••.example");
  const redirect = await send(`/ops/customers/${userId}/reveal`, [["reason", "first posts"]]);
  const revealed = await page(redirect.headers.get("location") ?? "");
  for (const text of ["Hopper &lt;b&gt;Ltd", "https://hopper.example", "Dry", "ben@navy.example"]) {
    expect(revealed).toContain(text);
  }
  expect(revealed).toContain("<del>Hopper &amp; Daughters</del>");
  expect(revealed).toContain("(nothing)<del>Dry</del>");
  expect(revealed).toContain("<bdi>Ben Hopper</bdi>");
  expect(revealed).not.toContain("Not sent yet");
});

test("permission to see personal data: valid only for its customer and its session", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const opsConsole = openOpsConsole({ db });
  const ada = await opsConsole.signIn("Ada");
  const eve = await opsConsole.signIn("Eve");
  await ada.send(`/ops/customers/cus_1/reveal`, [["reason", "she rang us"]]);
  expect(await (await ada.get("/ops/customers/cus_1")).text()).toContain("grace@navy.example");
  for (const [get, path, cookie] of [
    [ada.get, `/ops/customers/${userId}`, undefined],
    [eve.get, "/ops/customers/cus_1", `${eve.cookie}; ${ada.shown()}`],
    [ada.get, "/ops/customers/cus_1", `${ada.cookie}; __Host-ops-shown=made-up`],
  ] as const) {
    const html = await (
      await get(path, cookie === undefined ? {} : { headers: { cookie } })
    ).text();
    expect(html).toContain("Reveal personal data");
    expect(html).not.toMatch(/grace|hopper/i);
  }
});

test("encrypted search text: does not show personal data", async ({ db, database }) => {
  const { userId } = await seedOpsCustomer(db);
  const { cookie, get, send } = await openOpsConsole({ db }).signIn();
  const permission = `${userId} ${String(Number.MAX_SAFE_INTEGER)}`;
  for (const [path, text] of [
    ["/ops/customers/find", permission],
    ["/ops/events/search", `${permission} @`],
  ] as const) {
    const redirect = await send(path, [["q", text]]);
    const { searchParams } = new URL(redirect.headers.get("location") ?? "", OPS_ORIGIN);
    const encrypted = searchParams.get("search") ?? searchParams.get("sender") ?? "";
    const headers = { cookie: `${cookie}; __Host-ops-shown=${encrypted}` };
    const html = await (await get(`/ops/customers/${userId}`, { headers })).text();
    expect(html).toContain("Reveal personal data");
    expect(html).not.toMatch(/grace|hopper/i);
  }
  const { rows } = await database.query("select from audit_log where action = 'personal.shown'");
  expect(rows).toEqual([]);
});

test("email copy: readable once personal data is shown, and only this customer's", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const rendered: string[] = [];
  const opsConsole = openOpsConsole({
    db,
    mailCopy(event, effect) {
      rendered.push(`${(event as { id: string }).id} ${effect}`);
      return Promise.resolve(MAIL);
    },
  });
  const { get, send } = await opsConsole.signIn();
  const copy = `/ops/customers/${userId}/mails/${CHECKOUT}/send-billing-mail`;
  expect((await get(copy)).headers.get("location")).toBe(`/ops/customers/${userId}`);
  expect(rendered).toEqual([]);
  const redirect = await send(`/ops/customers/${userId}/reveal`, [["reason", "she rang us"]]);
  const location = redirect.headers.get("location") ?? "";
  const html = await (await get(location)).text();
  const [, link = ""] = /href="([^"]+)">Read the email to the customer/.exec(html) ?? [];
  expect(link.replaceAll("&amp;", "&")).toContain(copy);
  const read = await (await get(link.replaceAll("&amp;", "&"))).text();
  expect(read).toContain("Welcome aboard, Grace.");
  expect(rendered).toEqual([`${CHECKOUT} send-billing-mail`]);
  const others = await get(
    `/ops/customers/${userId}/mails/evt_${"9".repeat(26)}/send-billing-mail`,
  );
  expect(others.status).toBe(404);
});

test("email copy: shown in a sandboxed frame with its text below", async ({ db }) => {
  const { userId } = await seedOpsCustomer(db);
  const html = `<p style="color: red" title='"'>Aboard</p><script>alert(1)</script></iframe><img src="https://elsewhere.example/x">`;
  const { get, send } = await openOpsConsole({
    db,
    mailCopy: () => Promise.resolve({ ...MAIL, html }),
  }).signIn();
  await send(`/ops/customers/${userId}/reveal`, [["reason", "she rang us"]]);
  const copy = await get(`/ops/customers/${userId}/mails/${CHECKOUT}/send-billing-mail`);
  const page = await copy.text();
  const [frame = "", srcdoc = ""] = /<iframe[^>]* srcdoc="([^"]*)"[^>]*>/.exec(page) ?? [];
  expect(frame).toContain('sandbox=""');
  expect(srcdoc).toContain("Aboard");
  expect(page).not.toMatch(/<script|<img/);
  expect(page).toContain(MAIL.text);
  const policy = copy.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("img-src data: https://api.tidepost.example;");
  expect(policy).not.toContain("script-src");
  const others = await get(`/ops/customers/${userId}`);
  expect(others.headers.get("content-security-policy")).not.toContain("unsafe");
});

test("dispute: listed on the customer's page, and its id leads there", async ({ db }) => {
  const { userId } = await seedOpsCustomer(db);
  const seedStripeEvent = async (
    last: string,
    notification: string,
    objectId: string,
    owner: string | null,
  ) => {
    const stripeEventId = `evt_stripe_${last}`;
    await db.execute(sql`insert into stripe_events (id, type, object_id, customer_id, occurred_at)
      values (${stripeEventId}, ${notification}, ${objectId}, ${owner}, now())`);
    return seedEvent(db, {
      last,
      event: {
        type: "StripeEventReceived",
        aggregateType: "customer",
        aggregateId: objectId,
        actor: { kind: "system", name: "stripe" },
        payload: { stripeEventId, notification, objectId, customerId: null },
      },
    });
  };
  const { eventId } = await seedStripeEvent("1", "charge.dispute.created", "du_1", "cus_1");
  await seedStripeEvent("2", "charge.dispute.closed", "du_1", "cus_1");
  await seedStripeEvent("3", "refund.created", "re_1", "cus_1");
  await seedStripeEvent("4", "charge.dispute.created", "du_2", null);
  const { get } = await openOpsConsole({ db }).signIn();
  const html = await (await get(`/ops/customers/${userId}`)).text();
  expect(html).toContain("Dispute opened");
  expect(html).toContain("Dispute closed");
  expect(html).toContain(eventId);
  expect(html).toContain("du_1");
  expect(html).not.toMatch(/re_1|du_2|Stripe event received/);
  const redirectOf = async (id: string) =>
    (await get(`/ops/customers/${id}`)).headers.get("location");
  expect(await redirectOf("du_1")).toBe(`/ops/customers/${userId}`);
  expect(await redirectOf("du_2")).toBe("/ops/events?q=du_2");
  const page = await (await get(`/ops/events/${eventId}`)).text();
  expect(page).toContain(`/ops/customers/${userId}`);
});

async function seedEnquirer(db: Db): Promise<void> {
  await seedEnquiry(db, { last: "A", email: "Joan@sea.example" });
  await seedEnquiry(db, { last: "B", email: "joan@sea.example" });
  await seedEvent(db, { last: "A", effects: [{ effect: "send-auto-reply", status: "completed" }] });
  await seedEvent(db, {
    last: "B",
    effects: [{ effect: "send-auto-reply", status: "dead_lettered" }],
  });
  await db.execute(sql`update form_submissions
    set payload = payload || '{"first_name": "Joan", "last_name": "Clarke"}'`);
}

test("visitor with enquiries only: found by name, email and ids, and has a page", async ({
  db,
}) => {
  await seedOpsCustomer(db);
  await seedEnquirer(db);
  const { get, send } = await openOpsConsole({ db }).signIn();
  for (const text of [
    "joan clarke",
    "CLARKE",
    " joan@sea.example ",
    ...Object.values(seedIds("B")),
  ]) {
    const redirect = await send("/ops/customers/find", [["q", text]]);
    const found = await get(redirect.headers.get("location") ?? "");
    const location = found.headers.get("location") ?? "";
    expect(location, text).toMatch(/^\/ops\/customers\/sub_\w+$/);
    const html = await (await get(location)).text();
    expect(html.match(/Sent an enquiry/g)).toHaveLength(2);
    expect(html).toContain(seedIds("A").eventId);
    expect(html).toContain("J••• C•••");
    expect(html).not.toContain(CHECKOUT);
    expect(html).not.toMatch(/joan|clarke|sea\.example/i);
  }
});

test("visitor with enquiries only: a reason shows personal data and their emails", async ({
  db,
  database,
}) => {
  await seedEnquirer(db);
  const { submissionId, eventId } = seedIds("A");
  const { get, send } = await openOpsConsole({
    db,
    mailCopy: () => Promise.resolve(MAIL),
  }).signIn();
  const redirect = await send(`/ops/customers/${submissionId}/reveal`, [["reason", "it bounced"]]);
  const revealedUrl = redirect.headers.get("location") ?? "";
  const html = await (await get(revealedUrl)).text();
  expect(html).toContain("Joan Clarke");
  expect(html).toContain("joan@sea.example");
  const { rows } = await database.query(
    "select subject_type, subject_id from audit_log where action = 'personal.shown'",
  );
  expect(rows).toEqual([{ subject_type: "form_submission", subject_id: submissionId }]);
  const [, link = ""] = /href="([^"]+)">Read the auto-reply email/.exec(html) ?? [];
  expect(link).toContain(eventId);
  expect(await (await get(link.replaceAll("&amp;", "&"))).text()).toContain(MAIL.text);
  await database.query(
    `insert into audit_log (event_id, action, actor, subject_type, subject_id, data, at)
     values ($1, 'effect.send-auto-reply', '{"kind":"visitor"}', 'form_submission', $2,
       '{"outcome":"skipped","reason":"one_per_mailbox_a_day"}', now())`,
    [eventId, submissionId],
  );
  const skipped = await get(link.replaceAll("&amp;", "&"));
  expect(skipped.status).toBe(404);
  expect(await skipped.text()).toContain("It was not sent: one per mailbox a day.");
});

test("enquiry whose emails have not gone: its event's page shows it after a reason, for 15 minutes", async ({
  db,
  database,
}) => {
  await seedEnquirer(db);
  await seedEnquiry(db, { last: "C", email: "grace@navy.example" });
  await seedEvent(db, { last: "C" });
  await database.query("update event_effects set status = 'pending'");
  await database.query(
    'update form_submissions set payload = payload || \'{"message": "<b>Do you\\nsail?</b>"}\'',
  );
  const pages = ["A", "B", "C"].map((last) => `/ops/events/${seedIds(last).eventId}`);
  const [first = "", other = "", stranger = ""] = pages;
  const opsConsole = openOpsConsole({ db });
  const { get, send } = await opsConsole.signIn();
  const redacted = await (await get(first)).text();
  expect(redacted).not.toMatch(/sail|clarke|sea\.example/i);
  const [, action = ""] = /action="([^"]+\/reveal)"/.exec(redacted) ?? [];
  const [, event = ""] = /name="event" value="([^"]+)"/.exec(redacted) ?? [];
  expect((await send(action, [["event", event]])).status).toBe(422);
  const redirect = await send(action, [
    ["event", event],
    ["reason", "a fire"],
  ]);
  const revealed = redirect.headers.get("location") ?? "";
  expect(revealed).toBe(first);
  const html = await (await get(revealed)).text();
  expect(html).toContain("&lt;b&gt;Do you\nsail?&lt;/b&gt;");
  expect(html).toContain("<dd><bdi>Joan Clarke</bdi></dd>");
  expect(html).toContain("<dd><bdi>Joan@sea.example</bdi></dd>");
  const { rows } = await database.query(
    "select subject_id, actor->>'name' as who from audit_log where action = 'personal.shown'",
  );
  expect(rows).toEqual([{ subject_id: seedIds("A").submissionId, who: "Ada" }]);
  expect(await (await get(other)).text(), "same person").toContain("sail");
  expect(await (await get(stranger)).text()).not.toContain("sail");
  const customer = await (await get(action.replace("/reveal", ""))).text();
  expect(customer).toContain(`href="${other}">Read the enquiry<`);
  opsConsole.wait(15 * 60_000);
  expect(await (await get(revealed)).text()).not.toContain("sail");
});

test("enquiry of a customer: leads to the customer; an erased one is not found", async ({ db }) => {
  const { userId } = await seedOpsCustomer(db);
  await seedEnquiry(db, { last: "A", email: "Grace@navy.example" });
  await seedEvent(db, { last: "A" });
  await seedEnquiry(db, { last: "B", email: "erased@invalid" });
  const { get } = await openOpsConsole({ db }).signIn();
  const customers = await get(`/ops/customers/${seedIds("A").submissionId}`);
  expect(customers.headers.get("location")).toBe(`/ops/customers/${userId}`);
  expect((await get(`/ops/customers/${seedIds("B").submissionId}`)).status).toBe(404);
});

test("payment id known only to Stripe: leads to the customer", async ({ db }) => {
  const { userId } = await seedOpsCustomer(db);
  const findCustomerOfPayment = (id: string) => Promise.resolve(id === "pi_1" ? "cus_1" : null);
  const { get, send } = await openOpsConsole({ db, findCustomerOfPayment }).signIn();
  const redirect = await send("/ops/customers/find", [["q", " pi_1 "]]);
  const found = await get(redirect.headers.get("location") ?? "");
  expect(found.headers.get("location")).toBe(`/ops/customers/${userId}`);
  const events = await get("/ops/events?q=pi_1&from=2026-11-01");
  expect(events.headers.get("location")).toBe("/ops/events?from=2026-11-01&q=cus_1");
  expect(await (await get("/ops/events?q=pi_2")).text()).toContain("No results");
});

test("enquiry under another name: leads to the same customer; lists redact names", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  await seedEnquiry(db, { last: "A", email: "Grace@navy.example" });
  await seedEnquiry(db, { last: "B", email: "joan@sea.example" });
  await db.execute(sql`update form_submissions
    set payload = payload || '{"first_name": "Joan", "last_name": "Clarke"}'`);
  const { get, send } = await openOpsConsole({ db }).signIn();
  const redirect = await send("/ops/customers/find", [["q", "joan"]]);
  const html = await (await get(redirect.headers.get("location") ?? "")).text();
  expect(html).toContain(`/ops/customers/${userId}`);
  expect(html).toContain("Navy (J••• C•••) j•••@s•••.example");
  expect(html.match(/<li>/g)).toHaveLength(2);
  expect(html).not.toMatch(/clarke|navy\.|sea\.example/i);
});

test("erased enquiries are not found by their placeholder text", async ({ db }) => {
  await seedEnquiry(db, { last: "A", email: "erased@invalid" });
  await db.execute(sql`update form_submissions
    set payload = payload || '{"first_name": "erased", "last_name": "erased"}'`);
  await db.insert(customers).values({ id: "cus_erased", origin: "guest", email: "erased@invalid" });
  const { get, send } = await openOpsConsole({ db }).signIn();
  for (const text of ["erased", "erased@invalid"]) {
    const redirect = await send("/ops/customers/find", [["q", text]]);
    const html = await (await get(redirect.headers.get("location") ?? "")).text();
    expect(html, text).toContain("No results");
  }
  const page = await (await get("/ops/customers/cus_erased")).text();
  expect(page).toContain("cus_erased");
  expect(page).not.toMatch(/invalid|Enquiry/);
});

test("sign-ins: lists signed-in devices only, and shows the last sign-in", async ({ db }) => {
  const { userId } = await seedOpsCustomer(db);
  await db.execute(
    sql`update users set last_sign_in_at = '2026-11-09T10:00:00Z' where id = ${userId}::uuid`,
  );
  await db.execute(sql`insert into sessions (id, user_id, amr, created_at)
    values (gen_random_uuid(), ${userId}::uuid, '[{"method": "password", "timestamp": 1}]', '2026-11-08T10:00:00Z')`);
  const { get } = await openOpsConsole({ db }).signIn();
  const before = await (await get(`/ops/customers/${userId}`)).text();
  expect(before).toContain("Signed in");
  expect(before).toContain("Lists devices that are still signed in");
  await db.execute(sql`delete from sessions where user_id = ${userId}::uuid`);
  const after = await (await get(`/ops/customers/${userId}`)).text();
  expect(after).not.toContain("Signed in");
  expect(after).toContain("Last signed in");
  expect(after).toContain("2026-11-09T10:00:00.000Z");
});

test("unknown id: answers 404", async ({ db }) => {
  const { get } = await openOpsConsole({ db }).signIn();
  for (const key of ["cus_9", "du_9", "00000000-0000-4000-8000-000000000009", "%27--"]) {
    expect((await get(`/ops/customers/${key}`)).status).toBe(404);
  }
});

plain("every effect has a label of its own, in sentence case, as every event has", () => {
  const names = new Set(Object.values(createEffects({} as EffectDeps)).flatMap(Object.keys));
  const labels = [...names].map(effectLabel);
  expect(new Set(labels).size).toBe(names.size);
  const all = [...labels, ...Object.values(EVENT_LABELS)];
  expect(all.filter((label) => !/^[A-Z]/.test(label))).toEqual([]);
});

test("address that bounced: the page says so until an operator lets it get emails again", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  await db.insert(undeliverableAddresses).values({
    addressHash: createAddressHash(OPS_SECRET).of("grace@navy.example"),
    reason: "bounced",
    changedAt: "2026-11-20T12:00:00Z",
  });
  const { get, send } = await openOpsConsole({ db }).signIn();
  const [page, resume] = [`/ops/customers/${userId}`, `/ops/customers/${userId}/resume-emails`];
  const html = await (await get(page)).text();
  expect(html).toContain("gets no email: emails to it bounced");
  expect(html).not.toContain("grace@navy.example");
  expect(await (await get(resume)).text()).toContain("https://resend.com/emails/suppressions");
  expect((await send(resume, [["reason", " "]])).status).toBe(422);
  const reason: [string, string][] = [["reason", "the mailbox was full, they say"]];
  for (const _ of ["first press", "second press"]) {
    expect((await send(resume, reason)).headers.get("location")).toBe(page);
  }
  expect(await (await get(page)).text()).not.toContain("gets no email");
  const audited = await db.select().from(auditLog).where(eq(auditLog.action, "emails.resumed"));
  expect(audited).toMatchObject([{ subjectType: "user", subjectId: userId }]);
});

test("business: found by words of its name, shown on each page of its customer, whose person is revealed on each for 15 minutes", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const createdAt = "2026-11-20T10:00:00Z";
  await db.insert(businesses).values({ id: "bus_1", userId, createdAt });
  await db.insert(briefVersions).values({
    businessId: "bus_1",
    version: 1,
    revision: 1,
    answers: { ...NO_ANSWERS, businessName: "Nadia’s Kitchen & Bar" },
    savedAt: createdAt,
  });
  const [promise] = await db
    .insert(promises)
    .values({
      rule: "arrange-call",
      subjectId: "sub_1",
      startedAt: createdAt,
      warnAt: createdAt,
      dueAt: createdAt,
    })
    .returning({ id: promises.id });
  const postId = await proposePost(db, userId);
  const opsConsole = openOpsConsole({ db });
  const { get, send } = await opsConsole.signIn();
  for (const q of ["kitchen", "nadia kitch", "Nadia’s Kitchen"]) {
    const found = await send("/ops/customers/find", [["q", q]]);
    const { headers } = await get(found.headers.get("location") ?? "");
    expect(headers.get("location"), q).toBe(`/ops/customers/${userId}`);
  }
  const other = await send("/ops/customers/find", [["q", "kitchens of"]]);
  expect(await (await get(other.headers.get("location") ?? "")).text()).toContain("No results");
  const lists = ["/ops/promises", "/ops/content?who=all", "/ops/reports", "/ops/events"];
  const pages = [
    `/ops/customers/${userId}`,
    `/ops/content/${userId}`,
    `/ops/content/posts/${postId}`,
    `/ops/reports/${userId}/1`,
    `/ops/team/customers/${userId}`,
    `/ops/promises/${String(promise?.id)}`,
  ];
  const redacted = "Nadia’s Kitchen &amp; Bar (G••• H•••)";
  const revealed = "Nadia’s Kitchen &amp; Bar (Grace Hopper)";
  for (const path of [...lists, ...pages]) {
    expect(await (await get(path)).text(), path).toContain(redacted);
  }
  await send(`/ops/customers/${userId}/reveal`, [["reason", "she rang us"]]);
  for (const path of pages) expect(await (await get(path)).text(), path).toContain(revealed);
  for (const path of lists) expect(await (await get(path)).text(), path).toContain(redacted);
  opsConsole.wait(15 * 60_000);
  for (const path of pages) expect(await (await get(path)).text(), path).toContain(redacted);
});

import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import {
  customerWithCard,
  type Running,
  createSubscriptionFor,
  startForTest,
} from "./start-for-test.ts";

let running: Running;
let stripe: Stripe;
let price: Stripe.Price;

beforeAll(async () => {
  running = await startForTest();
  ({ stripe } = running);
  price = await createSubscriptionFor(running, { name: "Plus Package", pence: 175_00 });
});

afterAll(() => running.stop());

type Given = Partial<Stripe.Checkout.SessionCreateParams>;

const open = (given: Given = {}): Promise<Stripe.Checkout.Session> =>
  stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: "https://shop.example/checkout-success?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.example/checkout",
    client_reference_id: "u1",
    metadata: { intent: "new" },
    subscription_data: { metadata: { userId: "u1" } },
    ...given,
  });

const submit = (url: string | null, form: Record<string, string>): Promise<Response> =>
  fetch(String(url), { method: "POST", redirect: "manual", body: new URLSearchParams(form) });

const card = (number: string): Record<string, string> => ({
  number,
  expiry: "12 / 34",
  cvc: "123",
  name: "Ada Lovelace",
  postalCode: "SW1A 1AA",
  email: "ada@example.com",
});

test("good card: pays, and everything exists on return", async () => {
  const session = await open();
  expect(session).toMatchObject({ status: "open", payment_status: "unpaid", amount_total: 175_00 });
  const page = await (await fetch(String(session.url))).text();
  expect(page).toContain("Plus Package");
  expect(page).toContain("£175.00");
  const answer = await submit(session.url, card("4242 4242 4242 4242"));
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(
    `https://shop.example/checkout-success?session_id=${session.id}`,
  );
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["subscription", "customer", "line_items.data.price", "invoice.payments"],
  });
  expect(done).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
    client_reference_id: "u1",
    customer_details: { email: "ada@example.com", name: "Ada Lovelace" },
    customer: { email: "ada@example.com" },
    subscription: { status: "active", metadata: { userId: "u1" } },
    invoice: { status: "paid", amount_paid: 175_00 },
  });
  expect(done.line_items?.data[0]).toMatchObject({ amount_total: 175_00, price: { id: price.id } });
});

test.for([
  ["108800 00012345", "async_payment_succeeded", "paid", "paid"],
  ["108800 22222227", "async_payment_failed", "unpaid", "void"],
] as const)(
  "bank account %s: the session is complete and unpaid, then %s",
  async ([number, event, paymentStatus, invoiceStatus]) => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_795_000_000 });
    const { id: customer } = await stripe.customers.create({ test_clock: clock.id });
    const { id, url } = await open({ customer });
    expect((await submit(url, card(number))).status).toBe(303);
    const read = () =>
      stripe.checkout.sessions.retrieve(id, { expand: ["subscription", "invoice.payments"] });
    expect(await read()).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
      subscription: { status: "active" },
      invoice: { status: "open", attempted: true },
    });
    const invoice = (await read()).invoice as Stripe.Invoice;
    await expect(stripe.invoices.voidInvoice(invoice.id)).rejects.toThrow("processing");
    await stripe.testHelpers.testClocks.advance(clock.id, {
      frozen_time: 1_795_000_000 + 5 * 86_400,
    });
    expect(await read()).toMatchObject({
      payment_status: paymentStatus,
      subscription: { status: "active" },
      invoice: { status: invoiceStatus },
    });
    const types = [...running.world.store.all("event")]
      .filter(({ data }) => (data.object as { id?: string }).id === id)
      .map(({ type }) => type);
    expect(types).toEqual(["checkout.session.completed", `checkout.session.${event}`]);
  },
);

test.for([
  [true, { presentment_amount: 227_50, presentment_currency: "usd" }],
  [false, undefined],
] as const)(
  "foreign card with Adaptive Pricing %s: the invoice stays in pounds",
  async ([enabled, presentment]) => {
    const { id, url } = await open({ adaptive_pricing: { enabled } });
    await submit(url, card("4242424242424242"));
    const done = await stripe.checkout.sessions.retrieve(id, { expand: ["invoice"] });
    expect(done).toMatchObject({
      currency: "gbp",
      amount_total: 175_00,
      invoice: { currency: "gbp", amount_paid: 175_00 },
    });
    expect(done.presentment_details).toEqual(presentment);
  },
);

test("bank account on a page for cards: refused", async () => {
  const { url } = await open({ allowed_payment_method_types: ["card"] });
  expect((await submit(url, card("108800 00012345"))).status).toBe(402);
});

test("declined card: the session stays open, without a subscription", async () => {
  const customer = await stripe.customers.create({ email: "declined@example.com" });
  const session = await open({ customer: customer.id });
  const declined = await submit(session.url, card("4000 0000 0000 9995"));
  expect(declined.status).toBe(402);
  expect(await declined.text()).toContain("Your card has insufficient funds.");
  const { data } = await stripe.subscriptions.list({ customer: customer.id, status: "all" });
  expect(data).toEqual([]);
  expect((await submit(session.url, card("4242424242424242"))).status).toBe(303);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: "complete" });
});

test.each([
  ["an unknown card number", { number: "1234 5678" }, "card number is invalid"],
  ["a date in the past", { expiry: "01 / 20" }, "in the past"],
  ["half a date", { expiry: "12" }, "incomplete"],
  ["no security code", { cvc: "" }, "security code is incomplete"],
  ["no address", { email: "ada" }, "email is incomplete"],
])("page: names the error for %s", async (_what, wrong, message) => {
  const session = await open();
  const answer = await submit(session.url, { ...card("4242424242424242"), ...wrong });
  expect(answer.status).toBe(402);
  expect(await answer.text()).toContain(message);
});

test("3-D Secure: own page with success and failure", async () => {
  const session = await open();
  const asked = await submit(session.url, card("4000 0025 0000 3155"));
  const challenge = String(asked.headers.get("location"));
  expect(challenge).toContain("/confirm/pi_");
  const refused = await submit(challenge, { answer: "no" });
  const back = String(refused.headers.get("location"));
  expect(await (await fetch(back)).text()).toContain("unable to authenticate your payment method");
  const again = await submit(session.url, card("4000 0025 0000 3155"));
  const agreed = await submit(String(again.headers.get("location")), { answer: "yes" });
  expect(agreed.headers.get("location")).toContain(session.id);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    payment_status: "paid",
  });
});

test.each([
  ["first_time_transaction", { first_time_transaction: true }, /has prior transactions\.$/],
  [
    "minimum_amount",
    { minimum_amount: 175_01, minimum_amount_currency: "gbp" },
    /below its minimum amount\.$/,
  ],
] as const)(
  "promotion code with %s: refused without a code or a parameter",
  async (_, restrictions, message) => {
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: "once" });
    const { id: code } = await stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: coupon.id },
      restrictions,
    });
    const { id: newcomer } = await stripe.customers.create();
    // An unpaid invoice counts as a transaction.
    const { id: customer } = await customerWithCard(running, {
      card: "pm_card_chargeCustomerFail",
    });
    await stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
    const use = (whose: string) => open({ customer: whose, discounts: [{ promotion_code: code }] });
    await expect(use(customer)).rejects.toMatchObject({
      statusCode: 400,
      code: undefined,
      param: undefined,
      message: expect.stringMatching(message),
    });
    const byNewcomer = use(newcomer);
    if ("minimum_amount" in restrictions) await expect(byNewcomer).rejects.toThrow(message);
    else expect(await byNewcomer).toMatchObject({ total_details: { amount_discount: 17_50 } });
  },
);

test("expired session: takes no card", async () => {
  const session = await open();
  await stripe.checkout.sessions.expire(session.id);
  const answer = await submit(session.url, card("4242424242424242"));
  expect(answer.status).toBe(402);
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
    statusCode: 400,
  });
});

test("session paid three times concurrently: one subscription", async () => {
  const customer = await stripe.customers.create({ email: "twice@example.com" });
  const session = await open({ customer: customer.id });
  await Promise.all([1, 2, 3].map(() => submit(session.url, card("4242424242424242"))));
  const { data } = await stripe.subscriptions.list({ customer: customer.id, status: "all" });
  expect(data).toHaveLength(1);
});

test("control page: sets switches and lets a month pass", async () => {
  const session = await open();
  await submit(session.url, card("4242424242424242"));
  const form = { copies: "3", delayMs: "0", order: "first", hold: "on", dropPercent: "10" };
  await submit(`${running.url}/control/page/webhooks`, form);
  expect(running.emulator.webhookSender.switches).toMatchObject({ hold: true, copies: 3 });
  await submit(`${running.url}/control/page/time`, { seconds: String(32 * 86_400) });
  await submit(`${running.url}/control/page/reset`, {});
  expect(running.emulator.webhookSender.switches).toMatchObject({ hold: false, copies: 1 });
  const { customer } = await stripe.checkout.sessions.retrieve(session.id);
  const { data } = await stripe.invoices.list({
    customer: typeof customer === "string" ? customer : "",
  });
  expect(data).toHaveLength(2);
});

test("the portal changes the customer's default card alone, and cancels as this version of the API does", async () => {
  const customer = await customerWithCard(running);
  const { id: pinned } = await stripe.paymentMethods.attach("pm_card_visa", {
    customer: customer.id,
  });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: pinned,
  });
  await expect(stripe.billingPortal.sessions.create({ customer: customer.id })).rejects.toThrow(
    "No configuration provided",
  );
  const configuration = await stripe.billingPortal.configurations.create({
    features: {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
    },
  });
  const open = (flow?: "payment_method_update") =>
    stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: configuration.id,
      ...(flow !== undefined && { flow_data: { type: flow } }),
    });
  const features = (enabled: boolean) =>
    stripe.billingPortal.configurations.update(configuration.id, {
      features: { payment_method_update: { enabled } },
    });
  await features(false);
  await expect(open("payment_method_update")).rejects.toThrow("payment_method_update");
  await features(true);
  const session = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    configuration: configuration.id,
    return_url: "https://shop.example/dashboard",
  });
  const page = await (await fetch(session.url)).text();
  expect(page).toContain("Plus Package");
  expect(page).toContain("https://shop.example/dashboard");
  expect((await submit(`${session.url}/card`, card("5555555555554444"))).status).toBe(303);
  await submit(`${session.url}/cancel/${subscription.id}`, {});
  const after = await stripe.subscriptions.retrieve(subscription.id);
  expect(after).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: after.items.data[0]?.current_period_end,
    default_payment_method: pinned,
  });
  const changed = await stripe.customers.retrieve(customer.id, {
    expand: ["invoice_settings.default_payment_method"],
  });
  expect(changed).toMatchObject({
    invoice_settings: {
      default_payment_method: { card: { brand: "mastercard", last4: "4444" } },
    },
  });
  await submit(`${session.url}/default/${pinned}`, {});
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: pinned },
  });
  await submit(`${session.url}/renew/${subscription.id}`, {});
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ cancel_at: null });
});

/** An incomplete subscription: the customer's only card asks its bank every time. */
async function askedFor() {
  const customer = await customerWithCard(running, { card: "pm_card_authenticationRequired" });
  const { id, status } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
  });
  expect(status).toBe("incomplete");
  const [invoice] = (await stripe.invoices.list({ subscription: id })).data;
  const [payment] = (await stripe.invoicePayments.list({ invoice: invoice?.id ?? "" })).data;
  return {
    customer: customer.id,
    page: String(invoice?.hosted_invoice_url),
    intent: payment?.payment.payment_intent as string,
    read: () => stripe.subscriptions.retrieve(id),
    defaultCard: async () => {
      const read = await stripe.customers.retrieve(customer.id);
      return read.deleted === true ? null : read.invoice_settings.default_payment_method;
    },
    cards: async () =>
      (await stripe.paymentMethods.list({ customer: customer.id })).data.map(
        ({ card: own }) => own?.last4,
      ),
  };
}

async function authenticate(answer: Response, says: "yes" | "no"): Promise<Response> {
  const challenge = new URL(String(answer.headers.get("location")), running.url);
  expect(challenge.pathname).toMatch(/^\/confirm\/pi_/);
  return submit(challenge.href, { answer: says });
}

test("open invoice with 3-D Secure: confirmed on its hosted page", async () => {
  const { page, read } = await askedFor();
  expect(await (await fetch(page)).text()).toContain("Confirm the payment");
  const confirm = new URL(page);
  confirm.pathname += "/confirm";
  const back = await authenticate(await submit(confirm.href, {}), "yes");
  expect(back.headers.get("location")).toBe(page);
  expect(await read()).toMatchObject({ status: "active" });
});

test.each([
  ["always", {}, true],
  ["offer", { save: "on" }, true],
  ["offer", {}, false],
  ["never", { save: "on" }, false],
] as const)(
  "card typed on the hosted page, saving is %s with %o: attached %s, and never the default",
  async (hostedCardSave, box, isAttached) => {
    running.world.settings = { ...running.world.settings, hostedCardSave };
    for (const number of ["5555555555554444", "4000002500003155"]) {
      const { page, read, cards, defaultCard } = await askedFor();
      const before = await defaultCard();
      const answer = await submit(page, { ...card(number), ...box });
      if (number.startsWith("4")) await authenticate(answer, "yes");
      else expect(answer.headers.get("location")).toBe(page);
      expect(await read()).toMatchObject({ status: "active", default_payment_method: null });
      expect(await cards()).toEqual([...(isAttached ? [number.slice(-4)] : []), "3184"]);
      expect(await defaultCard()).toBe(before);
    }
  },
);

test("invoice's payment that waits for the bank: refuses to be confirmed through the API", async () => {
  const { intent } = await askedFor();
  expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
    status: "requires_action",
    next_action: { type: "use_stripe_sdk" },
  });
  await expect(
    stripe.paymentIntents.confirm(intent, { return_url: "https://shop.example/done" }),
  ).rejects.toMatchObject({ statusCode: 400, code: "payment_intent_unexpected_state" });
});

test("invoice's payment, where Stripe confirms it: on a page that returns to the site", async () => {
  running.world.settings = { ...running.world.settings, confirmsInvoicePayments: true };
  const { intent, page, read } = await askedFor();
  const ask = (): Promise<Stripe.PaymentIntent> =>
    stripe.paymentIntents.confirm(intent, { return_url: "https://shop.example/done?upgrade=true" });
  const pageOf = (asked: Stripe.PaymentIntent): string =>
    String(asked.next_action?.redirect_to_url?.url);
  const refused = await submit(pageOf(await ask()), { answer: "no" });
  const failed = new URL(String(refused.headers.get("location")));
  expect(failed.pathname).toBe("/done");
  expect(Object.fromEntries(failed.searchParams)).toMatchObject({
    upgrade: "true",
    payment_intent: intent,
    redirect_status: "failed",
  });
  await expect(ask()).rejects.toThrow("missing a payment method");
  await submit(page, card("4000002760003184"));
  const agreed = await submit(pageOf(await ask()), { answer: "yes" });
  expect(agreed.headers.get("location")).toContain("redirect_status=succeeded");
  expect(await read()).toMatchObject({ status: "active" });
  await expect(ask()).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
  running.world.settings = { ...running.world.settings, confirmsInvoicePayments: false };
});

test("hosted page's URL: dies after 30 days, and a fresh one lives for 10", async () => {
  const other = await startForTest();
  const plan = await createSubscriptionFor(other, { name: "Plus Package", pence: 175_00 });
  const { id: customer } = await customerWithCard(other);
  await other.stripe.subscriptions.create({ customer, items: [{ price: plan.id }] });
  const urlOf = async () =>
    String((await other.stripe.invoices.list({ customer })).data[0]?.hosted_invoice_url);
  const first = await urlOf();
  const passes = (days: number) =>
    other.emulator.app.request("/control/time", {
      method: "POST",
      body: JSON.stringify({ seconds: days * 86_400 }),
    });
  await passes(29);
  const second = await urlOf();
  expect((await fetch(first)).status).toBe(200);
  await passes(2);
  expect((await fetch(first)).status).toBe(410);
  expect((await fetch(second)).status).toBe(200);
  await passes(9);
  expect((await fetch(second)).status).toBe(410);
  await other.stop();
});

test("webhooks: signed as stripe-node verifies, and retried until accepted", async () => {
  const endpoint = await stripe.webhookEndpoints.create({
    url: "https://shop.example/webhooks/stripe",
    enabled_events: ["customer.created"],
    api_version: "2026-10-28.endive",
  });
  running.answerWith(500);
  const customer = await stripe.customers.create({ email: "hook@example.com" });
  const arrived = await eventually("the webhook arrives", () =>
    Promise.resolve(running.arrivals.find(({ body }) => body.includes(customer.id))),
  );
  const event = stripe.webhooks.constructEvent(
    arrived.body,
    arrived.signature,
    String(endpoint.secret),
  );
  expect(event).toMatchObject({
    type: "customer.created",
    api_version: "2026-10-28.endive",
    livemode: false,
    data: { object: { id: customer.id } },
  });
  expect(event.request?.idempotency_key).toMatch(/^stripe-node-retry-/);
  running.answerWith(200);
  const deliveries = async (): Promise<{ id: string; state: string; lastStatus: number }[]> =>
    (await (await fetch(`${running.url}/control/deliveries?type=customer.created`)).json()) as {
      id: string;
      state: string;
      lastStatus: number;
    }[];
  const failed = await eventually("the failure is noted", async () =>
    (await deliveries()).find(({ lastStatus }) => lastStatus === 500),
  );
  await fetch(`${running.url}/control/deliveries/${failed.id}/resend`, { method: "POST" });
  await eventually("it is taken", async () =>
    (await deliveries()).some(({ id, state }) => id === failed.id && state === "delivered"),
  );
  await stripe.webhookEndpoints.del(endpoint.id);
});

test("webhooks: duplicated, reversed, late or lost on request", async () => {
  const endpoint = await stripe.webhookEndpoints.create({
    url: "https://shop.example/webhooks/switched",
    enabled_events: ["customer.created"],
  });
  const set = (webhooks: object): Promise<Response> =>
    fetch(`${running.url}/control/switches`, {
      method: "POST",
      body: JSON.stringify({ webhooks }),
    });
  const mails = (): string[] =>
    running.arrivals
      .filter(({ url }) => url === endpoint.url)
      .map(({ body }) => /"email": "(\w+)@/.exec(body)?.[1] ?? "");
  await set({ hold: true, copies: 2, order: "reverse" });
  for (const name of ["one", "two", "three"]) {
    await stripe.customers.create({ email: `${name}@example.com` });
  }
  expect(mails()).toEqual([]);
  await set({ hold: false });
  await fetch(`${running.url}/control/idle`, { method: "POST" });
  expect(mails()).toEqual(["three", "three", "two", "two", "one", "one"]);
  await set({ copies: 1, dropShare: 1 });
  await stripe.customers.create({ email: "lost@example.com" });
  await fetch(`${running.url}/control/idle`, { method: "POST" });
  expect(mails()).not.toContain("lost");
  await fetch(`${running.url}/control/switches`, { method: "DELETE" });
  await stripe.webhookEndpoints.del(endpoint.id);
});

test("time: unpaid sessions and keys expire, and webhooks are retried", async () => {
  const other = await startForTest();
  const plan = await createSubscriptionFor(other, { name: "Plus Package", pence: 175_00 });
  await other.stripe.webhookEndpoints.create({
    url: "https://shop.example/webhooks/late",
    enabled_events: ["checkout.session.expired"],
  });
  const key = { idempotencyKey: "customer:daily" };
  const first = await other.stripe.customers.create({ email: "daily@example.com" }, key);
  const session = await other.stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: plan.id, quantity: 1 }],
    success_url: "https://shop.example/done",
  });
  other.answerWith(503);
  other.passWallTime(25 * 60 * 60 * 1_000);
  await eventually("the session has expired", async () => {
    const { status } = await other.stripe.checkout.sessions.retrieve(session.id);
    return status === "expired";
  });
  const again = await other.stripe.customers.create({ email: "daily@example.com" }, key);
  expect(again.id).not.toBe(first.id);
  await eventually("the webhook arrived", () => Promise.resolve(other.arrivals.length === 1));
  other.answerWith(200);
  other.passWallTime(2_000);
  await eventually("the webhook arrived again", () => Promise.resolve(other.arrivals.length === 2));
  expect(other.arrivals[1]?.signature).not.toBe(other.arrivals[0]?.signature);
  await other.stop();
});

test("kill: saved objects are there, a cut-off line is not", async () => {
  const dir = mkdtempSync(join(tmpdir(), "stripe-"));
  const first = await startForTest({ dir });
  const kept = await first.stripe.customers.create(
    { email: "kept@example.com" },
    { idempotencyKey: "kept" },
  );
  appendFileSync(join(dir, "state.jsonl"), '[["customer","cus_half",{"id":"cus_ha');
  const second = await startForTest({ dir });
  expect(await second.stripe.customers.retrieve(kept.id)).toMatchObject({
    email: "kept@example.com",
  });
  const again = await second.stripe.customers.create(
    { email: "kept@example.com" },
    { idempotencyKey: "kept" },
  );
  expect(again.id).toBe(kept.id);
  await second.stop();
  await first.stop();
  rmSync(dir, { recursive: true });
});

test("a paid invoice: its page, PDF and the charge's receipt answer", async () => {
  const customer = await customerWithCard(running);
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  const { data: invoices } = await stripe.invoices.list({ customer: customer.id });
  const { data: charges } = await stripe.charges.list({ customer: customer.id });
  const [invoice] = invoices;
  for (const url of [invoice?.hosted_invoice_url, invoice?.invoice_pdf, charges[0]?.receipt_url]) {
    expect((await fetch(String(url))).status, String(url)).toBe(200);
  }
});

test("tax ids of a customer: one without the format is refused; listed until deleted", async () => {
  const { id } = await stripe.customers.create({ business_name: "Marlow & Finch Ltd" });
  await expect(
    stripe.customers.createTaxId(id, { type: "gb_vat", value: "GB12345" }),
  ).rejects.toMatchObject({ statusCode: 400, code: "tax_id_invalid", param: "value" });
  const made = await stripe.customers.createTaxId(id, { type: "gb_vat", value: "GB123456782" });
  expect(await stripe.customers.listTaxIds(id)).toMatchObject({ data: [{ id: made.id }] });
  expect(await stripe.taxIds.del(made.id)).toMatchObject({ deleted: true });
  expect(await stripe.customers.listTaxIds(id)).toMatchObject({ data: [] });
  await expect(stripe.taxIds.del(made.id)).rejects.toMatchObject({ code: "resource_missing" });
});

import { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Running, startForTest, TEST_KEY } from "./start-for-test.ts";

let running: Running;
let stripe: Stripe;

beforeAll(async () => {
  running = await startForTest();
  ({ stripe } = running);
});

afterAll(() => running.stop());

/** A raw request with parameters that stripe-node's types forbid. */
async function post(
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: { error: Record<string, string> }; headers: Headers }> {
  const answer = await fetch(`${running.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${TEST_KEY}`, ...headers },
    body: new URLSearchParams(form),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { error: Record<string, string> },
    headers: answer.headers,
  };
}

test("customers: create, retrieve, update, list, delete", async () => {
  const created = await stripe.customers.create({
    email: "grace@example.com",
    metadata: { userId: "u1", plan: "plus" },
  });
  expect(created.id).toMatch(/^cus_/);
  const changed = await stripe.customers.update(created.id, {
    name: "Grace",
    metadata: { plan: "" },
  });
  expect(changed).toMatchObject({ name: "Grace", metadata: { userId: "u1" } });
  const { data } = await stripe.customers.list({ email: "grace@example.com" });
  expect(data.map(({ id }) => id)).toEqual([created.id]);
  await stripe.customers.del(created.id);
  expect(await stripe.customers.retrieve(created.id)).toMatchObject({ deleted: true });
});

test.each([
  ["an unknown parameter", { colour: "red" }, "parameter_unknown", "colour"],
  [
    "an unknown parameter inside another",
    { "address[planet]": "x" },
    "parameter_unknown",
    "address[planet]",
  ],
  [
    "an empty text where nothing can be unset",
    { "address[city]": "x", test_clock: "" },
    "parameter_invalid_empty",
    "test_clock",
  ],
  ["a wrong number", { balance: "many" }, "parameter_invalid_integer", "balance"],
  ["an unknown thing", { test_clock: "clock_none" }, "resource_missing", "test_clock"],
  ["a wrong address", { email: "nobody" }, "email_invalid", "email"],
])("customer with %s: rejected", async (_what, form, code, param) => {
  const { status, body } = await post("/v1/customers", form);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ type: "invalid_request_error", code, param });
});

test("missing parameter: named in the error", async () => {
  const { status, body } = await post("/v1/products", {});
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: "parameter_missing", param: "name" });
});

test("unknown object: 404 with its id", async () => {
  await expect(stripe.customers.retrieve("cus_none")).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
    param: "id",
    message: "No such customer: 'cus_none'",
  });
});

test("unknown URL: an error in stripe-node", async () => {
  await expect(stripe.rawRequest("GET", "/v1/nonsense")).rejects.toMatchObject({ statusCode: 404 });
});

test("wrong key or other API version: rejected", async () => {
  const { port } = new URL(running.url);
  const stranger = new Stripe("sk_test_wrong", { host: "127.0.0.1", port, protocol: "http" });
  await expect(stranger.customers.list()).rejects.toMatchObject({
    type: "StripeAuthenticationError",
  });
  const { status } = await post("/v1/customers", {}, { "stripe-version": "2020-08-27" });
  expect(status).toBe(400);
});

test("same idempotency key: first response, no second customer", async () => {
  const key = { idempotencyKey: "customer:u2" };
  const first = await stripe.customers.create({ email: "u2@example.com" }, key);
  const second = await stripe.customers.create({ email: "u2@example.com" }, key);
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
  const { data } = await stripe.customers.list({ email: "u2@example.com" });
  expect(data).toHaveLength(1);
});

test("idempotency key used for another request: rejected", async () => {
  const key = { idempotencyKey: "customer:u3" };
  await stripe.customers.create({ email: "u3@example.com" }, key);
  await expect(stripe.customers.create({ email: "other@example.com" }, key)).rejects.toMatchObject({
    type: "StripeIdempotencyError",
    statusCode: 400,
  });
});

test("validation error: does not use up the idempotency key", async () => {
  const key = { "idempotency-key": "customer:u4" };
  expect((await post("/v1/customers", { email: "u4@example.com", x: "1" }, key)).status).toBe(400);
  expect((await post("/v1/customers", { email: "u4@example.com" }, key)).status).toBe(200);
});

test("lists: paged newest first", async () => {
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const product = await stripe.products.create({ name: `Paged ${index}` });
    made.push(product.id);
  }
  const first = await stripe.products.list({ limit: 2, ids: made });
  expect(first.data.map(({ name }) => name)).toEqual(["Paged 4", "Paged 3"]);
  expect(first.has_more).toBe(true);
  const all = await stripe.products.list({ limit: 2, ids: made }).autoPagingToArray({ limit: 10 });
  expect(all.map(({ id }) => id)).toEqual(made.toReversed());
  await expect(stripe.products.list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
});

test("price: amount is immutable, lookup key can be transferred", async () => {
  const product = await stripe.products.create({ name: "Starter" });
  const common = {
    product: product.id,
    currency: "gbp",
    recurring: { interval: "month" as const },
  };
  const old = await stripe.prices.create({ ...common, unit_amount: 97_00, lookup_key: "starter" });
  expect(old.unit_amount_decimal?.toString()).toBe("9700");
  await expect(
    stripe.prices.create({ ...common, unit_amount: 99_00, lookup_key: "starter" }),
  ).rejects.toMatchObject({ param: "lookup_key" });
  const next = await stripe.prices.create({
    ...common,
    unit_amount: 99_00,
    lookup_key: "starter",
    transfer_lookup_key: true,
  });
  const { data } = await stripe.prices.list({ lookup_keys: ["starter"], expand: ["data.product"] });
  expect(data.map(({ id }) => id)).toEqual([next.id]);
  expect(data[0]?.product).toMatchObject({ name: "Starter" });
  expect(await stripe.prices.retrieve(old.id)).toMatchObject({ lookup_key: null });
});

test("unknown expand path: rejected", async () => {
  const expanding = (expand: string[]): Promise<unknown> => stripe.prices.list({ expand });
  await stripe.prices.list({ expand: ["data.product"] });
  await expect(expanding(["product"])).rejects.toMatchObject({ param: "expand" });
  await expect(expanding(["data.nickname"])).rejects.toThrow("cannot be expanded (data.nickname)");
  await expect(
    stripe.subscriptions.list({ expand: ["data.items.data.price.product"] }),
  ).rejects.toThrow("more than 4 levels");
});

test.each([
  ["both a percentage and a sum", { percent_off: "20", amount_off: "500", currency: "gbp" }],
  ["neither", { duration: "once" }],
  ["months without repeating", { percent_off: "20", duration: "once", duration_in_months: "3" }],
  ["repeating without months", { percent_off: "20", duration: "repeating" }],
  ["more than everything", { percent_off: "120" }],
])("coupon with %s: rejected", async (_what, form) => {
  expect((await post("/v1/coupons", form)).status).toBe(400);
});

test("promotion code: belongs to a coupon, found in any case", async () => {
  await stripe.coupons.create({
    id: "comeback",
    percent_off: 30,
    duration: "repeating",
    duration_in_months: 3,
  });
  const code = await stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: "comeback" },
    code: "comeback30",
  });
  const { data } = await stripe.promotionCodes.list({
    code: "COMEBACK30",
    expand: ["data.promotion.coupon"],
  });
  expect(data[0]).toMatchObject({ id: code.id, promotion: { coupon: { percent_off: 30 } } });
  await expect(stripe.coupons.create({ id: "comeback", percent_off: 10 })).rejects.toMatchObject({
    code: "resource_already_exists",
  });
});

test.each([
  ["removed with this version", { "payment_method_types[0]": "card" }, "payment_method_types"],
  ["renamed with this version", { ui_mode: "hosted" }, "ui_mode"],
  ["for another mode", { "payment_intent_data[description]": "x" }, "payment_intent_data"],
  ["an invalid URL", { success_url: "checkout-success" }, "success_url"],
])("checkout session with a parameter that is %s: rejected", async (_what, form, param) => {
  const price = (await stripe.prices.list({ limit: 1 })).data[0];
  const { status, body } = await post("/v1/checkout/sessions", {
    mode: "subscription",
    "line_items[0][price]": price?.id ?? "",
    "line_items[0][quantity]": "1",
    success_url: "https://shop.example/done",
    ...form,
  });
  expect(status).toBe(400);
  expect(body.error["param"]).toBe(param);
});

test("customer and customer_email: mutually exclusive", async () => {
  const { status, body } = await post("/v1/checkout/sessions", {
    mode: "subscription",
    "line_items[0][price]": "price_x",
    "line_items[0][quantity]": "1",
    success_url: "https://shop.example/done",
    customer: "cus_x",
    customer_email: "a@b.example",
  });
  expect(status).toBe(400);
  expect(body.error["code"]).toBe("parameters_exclusive");
});

test("switches: reject requests, delay and drop responses", async () => {
  const set = (api: object): Promise<Response> =>
    fetch(`${running.url}/control/switches`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ api }),
    });
  await set({ fail: { status: 429, remaining: 1 } });
  await expect(stripe.customers.list()).rejects.toMatchObject({ type: "StripeRateLimitError" });
  await stripe.customers.list();
  await set({ loseReplies: { remaining: 1 } });
  // stripe-node retries once after a dropped connection.
  await stripe.customers.create({ email: "u5@example.com" });
  const { data } = await stripe.customers.list({ email: "u5@example.com" });
  expect(data).toHaveLength(1);
  await set({ delayMs: 100 });
  const twin = { "idempotency-key": "customer:u6" };
  const [one, other] = await Promise.all([
    post("/v1/customers", { email: "u6@example.com" }, twin),
    post("/v1/customers", { email: "u6@example.com" }, twin),
  ]);
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  await fetch(`${running.url}/control/switches`, { method: "DELETE" });
});

test("statistics: count requests by call", async () => {
  await fetch(`${running.url}/control/stats/reset`, { method: "POST" });
  await stripe.customers.list();
  await stripe.customers.retrieve("cus_none").catch(() => undefined);
  const stats: unknown = await (await fetch(`${running.url}/control/stats`)).json();
  expect(stats).toMatchObject({
    requests: 2,
    refused: 1,
    calls: { "GET /v1/customers": 1, "GET /v1/customers/:id": 1 },
  });
});

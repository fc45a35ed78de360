import { createHmac } from "node:crypto";
import { Stripe } from "stripe";
import { describe, expect } from "vitest";
import { STRIPE_EVENT_TYPES } from "#contracts/events/stripe-event-received.ts";
import { API, type AuthService, test as base } from "../../tests/support/auth-service.ts";
import { refusal } from "../../tests/support/refusal.ts";
import { UNLIMITED } from "../../tests/support/unlimited.ts";

const OLD = "whsec_old_0123456789";
const NEW = "whsec_new_0123456789";

const EVENT = {
  id: "evt_1",
  object: "event",
  api_version: "2026-10-28.endive",
  created: 1_795_000_000,
  livemode: false,
  type: "customer.subscription.updated",
  data: { object: { id: "sub_1", object: "subscription", customer: "cus_1", livemode: false } },
};

type Answer = { status: number; body: Record<string, unknown> };
type Options = { secret?: string; signature?: string; ageS?: number };

const test = base.extend<{
  notify: (event: unknown, options?: Options) => Promise<Answer>;
  edge: AuthService;
}>({
  edge: async ({ serviceWith }, use) => {
    await use(
      serviceWith({
        STRIPE_SECRET_KEY: "sk_test_stand_in",
        STRIPE_WEBHOOK_SECRETS: `${NEW}, ${OLD}`,
      }),
    );
  },
  notify: async ({ edge }, use) => {
    await use(async (event, options = {}) => {
      const payload = typeof event === "string" ? event : JSON.stringify(event);
      const signature =
        options.signature ??
        (await Stripe.webhooks.generateTestHeaderStringAsync({
          payload,
          secret: options.secret ?? NEW,
          timestamp: Math.floor(Date.now() / 1_000) - (options.ageS ?? 0),
        }));
      const response = await edge.request(`${API}/webhooks/stripe`, {
        method: "POST",
        headers: { "stripe-signature": signature, "content-type": "application/json" },
        body: payload,
      });
      return {
        status: response.status,
        body: (await response.json()) as Record<string, unknown>,
      };
    });
  },
});

const signedAt = (time: string) => {
  const payload = `${time}.${JSON.stringify(EVENT)}`;
  return `t=${time},v1=${createHmac("sha256", NEW).update(payload).digest("hex")}`;
};

const TAKEN = { status: 200, body: { received: true } };

describe("POST /webhooks/stripe", () => {
  test("signed event: stores its ids and a domain event at once, no personal data", async ({
    notify,
    database,
    edge,
  }) => {
    const object = { ...EVENT.data.object, email: "ada@shop.example", metadata: { note: "ada" } };
    expect(await notify({ ...EVENT, data: { object } })).toEqual(TAKEN);
    const kept = await database.query(
      "select id, type, object_id, customer_id, api_version from stripe_events",
    );
    expect(kept.rows).toEqual([
      {
        id: "evt_1",
        type: EVENT.type,
        object_id: "sub_1",
        customer_id: "cus_1",
        api_version: EVENT.api_version,
      },
    ]);
    const events = await database.query(
      `select type, aggregate_type, aggregate_id, payload,
         xmin = (select xmin from stripe_events) as is_same_transaction
       from outbox_events`,
    );
    expect(events.rows).toEqual([
      {
        type: "StripeEventReceived",
        aggregate_type: "customer",
        aggregate_id: "cus_1",
        payload: {
          stripeEventId: "evt_1",
          notification: EVENT.type,
          objectId: "sub_1",
          customerId: "cus_1",
        },
        is_same_transaction: true,
      },
    ]);
    expect(edge.published).toHaveLength(1);
    expect(JSON.stringify(edge.log)).not.toMatch(/"ada|ada@/);
  });

  test("same webhook ten times concurrently: one row, one event, ten times 200", async ({
    notify,
    database,
  }) => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => notify(EVENT)));
    expect(answers).toEqual(answers.map(() => TAKEN));
    const { rows } = await database.query(
      "select (select count(*)::int from stripe_events) as kept, count(*)::int as events from outbox_events",
    );
    expect(rows).toEqual([{ kept: 1, events: 1 }]);
  });

  test("secret rotation: accepts the old and the new secret, no third", async ({ notify }) => {
    expect(await notify(EVENT, { secret: OLD })).toEqual(TAKEN);
    expect(await notify(EVENT, { secret: NEW })).toEqual(TAKEN);
    expect(refusal(await notify(EVENT, { secret: "whsec_other_0123456789" }))).toEqual([
      400,
      "signature_invalid",
    ]);
  });

  test("signature that is missing, malformed, old or of a later time: rejected, nothing stored", async ({
    notify,
    database,
  }) => {
    const signatures: [string, Options][] = [
      ["none", { signature: "" }],
      ["malformed", { signature: "t=1,v1=abc" }],
      ["from ten minutes ago", { ageS: 600 }],
      ["from six minutes ahead", { ageS: -360 }],
      ["without a time", { signature: signedAt("NaN") }],
    ];
    for (const [what, options] of signatures) {
      expect(refusal(await notify(EVENT, options)), what).toEqual([400, "signature_invalid"]);
    }
    expect((await database.query("select id from stripe_events")).rows).toEqual([]);
  });

  test("signed event of the other mode: rejected, nothing stored", async ({ notify, database }) => {
    expect(refusal(await notify({ ...EVENT, livemode: true }))).toEqual([400, "invalid_input"]);
    const { rows } = await database.query(
      "select id from stripe_events union all select id from outbox_events",
    );
    expect(rows).toEqual([]);
  });

  test("signed event that cannot be read: 200, and an event says where to look it up", async ({
    notify,
    database,
  }) => {
    const of = (change: object) => ({ ...EVENT.data.object, ...change });
    const known = { id: EVENT.id, type: EVENT.type };
    const events: [string, unknown, { id: string | null; type: string | null; field?: string }][] =
      [
        ["without an object", { ...EVENT, data: {} }, { ...known, field: "data.object" }],
        ["with an invalid id", { ...EVENT, id: "1" }, { ...known, id: "1", field: "id" }],
        [
          "with NUL in its type",
          { ...EVENT, type: "a\0b" },
          { ...known, type: null, field: "type" },
        ],
        [
          "with NUL in its object's id",
          { ...EVENT, data: { object: of({ id: "re_\0" }) } },
          { ...known, field: "data.object.id" },
        ],
        [
          "with half a character in its customer's id",
          { ...EVENT, data: { object: of({ customer: "cus_\ud800" }) } },
          { ...known, field: "data.object.customer" },
        ],
        [
          "thin",
          { id: "evt_1", object: "v2.core.event", type: "v1.billing" },
          { id: "evt_1", type: "v1.billing", field: "created" },
        ],
        ["invalid JSON", "{", { id: null, type: null }],
        ["a list", [EVENT], { id: null, type: null }],
      ];
    for (const [what, event, { id, type, field = "" }] of events) {
      expect(await notify(event), what).toEqual(TAKEN);
      const { rows } = await database.query<{ payload: unknown }>(
        "delete from outbox_events where type = 'WebhookUnread' and aggregate_id = 'stripe' returning payload",
      );
      expect(rows, what).toEqual([
        {
          payload: {
            webhook: "stripe",
            notification: type,
            objectId: id,
            fields: expect.arrayContaining([field]),
          },
        },
      ]);
    }
    expect((await database.query("select id from stripe_events")).rows).toEqual([]);
  });

  test("body over the limit: rejected before it is parsed", async ({ notify }) => {
    expect((await notify("x".repeat(1024 * 1024 + 1))).status).toBe(413);
  });

  test("unknown event type: stored without an event", async ({ notify, database }) => {
    expect(await notify({ ...EVENT, type: "issuing_card.created" })).toEqual(TAKEN);
    const { rows } = await database.query(
      "select type, (select count(*)::int from outbox_events) as events from stripe_events",
    );
    expect(rows).toEqual([{ type: "issuing_card.created", events: 0 }]);
  });

  test("customer of an event: the object itself, or the one that it names, holds or had", async ({
    notify,
    database,
  }) => {
    const invoice = { id: "in_1", object: "invoice" };
    const card = { id: "pm_1", object: "payment_method", customer: null };
    const cases: [string, { object: object; previous_attributes?: object }, string | null][] = [
      ["is one", { object: { id: "cus_9", object: "customer" } }, "cus_9"],
      ["names one", { object: { ...invoice, customer: "cus_9" } }, "cus_9"],
      ["holds one", { object: { ...invoice, customer: { id: "cus_9" } } }, "cus_9"],
      ["had one", { object: card, previous_attributes: { customer: "cus_9" } }, "cus_9"],
      ["has none", { object: { id: "re_1", object: "refund" } }, null],
    ];
    for (const [index, [what, data, customer]] of cases.entries()) {
      expect(await notify({ ...EVENT, id: `evt_${index}`, data }), what).toEqual(TAKEN);
      const { rows } = await database.query(
        `select customer_id, payload->>'customerId' as sent
         from stripe_events kept join outbox_events on payload->>'stripeEventId' = kept.id
         where kept.id = $1`,
        [`evt_${index}`],
      );
      expect(rows, what).toEqual([{ customer_id: customer, sent: customer }]);
    }
  });

  test("upcoming invoice: the event refers to its subscription, or else to its customer", async ({
    notify,
    database,
  }) => {
    const cases = [
      ["sub_9", { subscription_details: { subscription: "sub_9" } }],
      ["cus_9", null],
    ] as const;
    for (const [id, parent] of cases) {
      const object = { object: "invoice", id: "upcoming_in_1", customer: "cus_9", parent };
      const event = { ...EVENT, id: `evt_${id}`, type: "invoice.upcoming", data: { object } };
      expect(await notify(event), id).toEqual(TAKEN);
      const { rows } = await database.query(
        `select object_id, payload->>'objectId' as sent
         from stripe_events kept join outbox_events on payload->>'stripeEventId' = kept.id
         where kept.id = $1`,
        [`evt_${id}`],
      );
      expect(rows, id).toEqual([{ object_id: id, sent: id }]);
    }
  });

  test("every subscribed event type: creates an event", async ({ notify, database }) => {
    for (const [index, type] of STRIPE_EVENT_TYPES.entries()) {
      expect(await notify({ ...EVENT, id: `evt_${index}`, type })).toEqual(TAKEN);
    }
    const { rows } = await database.query("select count(*)::int as events from outbox_events");
    expect(rows).toEqual([{ events: STRIPE_EVENT_TYPES.length }]);
  });

  test("no webhook secret configured: 503, so Stripe retries", async ({ serviceWith }) => {
    const response = await serviceWith().request(`${API}/webhooks/stripe`, {
      method: "POST",
      body: "{}",
    });
    expect(response.status).toBe(503);
  });
});

test("wrong signatures: counted, right ones are not, and beyond the limit no body is read", async ({
  serviceWith,
}) => {
  const taken: string[] = [];
  const edge = serviceWith(
    { STRIPE_SECRET_KEY: "sk_test_stand_in", STRIPE_WEBHOOK_SECRETS: NEW },
    {
      ...UNLIMITED,
      take(bucket, key) {
        if (taken.length < 2) taken.push(`${bucket} ${key}`);
        else return Promise.resolve({ allowed: false, retryAfterS: 1 });
        return Promise.resolve({ allowed: true, retryAfterS: 0 });
      },
      uncount: () => Promise.resolve(void taken.pop()),
    },
  );
  const send = async (payload: string, signature: string) => {
    const response = await edge.request(`${API}/webhooks/stripe`, {
      method: "POST",
      headers: { "stripe-signature": signature, "cf-connecting-ip": "203.0.113.7" },
      body: payload,
    });
    return response.status;
  };
  const payload = JSON.stringify(EVENT);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: NEW });
  for (let i = 0; i < 3; i++) expect(await send(payload, signature)).toBe(200);
  expect(taken).toEqual([]);
  expect(await send(payload, "t=1,v1=made-up")).toBe(400);
  expect(await send("x".repeat(2 * 1024 * 1024), signature)).toBe(413);
  expect(taken).toEqual(Array.from({ length: 2 }, () => "webhook_signature 203.0.113.7"));
  expect(await send("x".repeat(2 * 1024 * 1024), signature)).toBe(429);
});

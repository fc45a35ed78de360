import { expect, test } from "vitest";
import type { ItemState } from "#contracts/billing/stripe-state.ts";
import type { EventOf, EventType } from "#contracts/events/catalogue.ts";
import type { SubscriptionFacts } from "#contracts/events/subscriptions.ts";
import { factsOf } from "#db/billing/subscription-facts.ts";
import { PLAN } from "../../tests/support/catalogue.ts";
import {
  ODD_NAMES,
  ODD_SUBSCRIPTIONS,
  type OddName,
} from "../../tests/support/odd-subscriptions.ts";
import { recordingMailer } from "../../tests/support/pipeline.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { createEffects } from "../effects/catalogue.ts";
import type { Effect } from "../pipeline/effect.ts";

type Told = {
  [T in EventType]: EventOf<T>["data"] extends SubscriptionFacts ? T : never;
}[EventType];

const { starter, plus } = PLAN;
const AT = "2026-12-20T12:00:00.000Z";
const DUE = { orderId: "in_1", orderNumber: "7KQX2M1A-0004", duePence: 175_00 };
const PAID = { orderNumber: DUE.orderNumber, paidPence: 175_00 };

/** What each event about a subscription says beside its facts. */
const DATA = {
  CardExpiring: { expYear: 2026, expMonth: 12 },
  CheckoutCompleted: { ...PAID, consentedCheckoutId: null },
  DuplicateSubscriptionFound: { keptSubscriptionId: "sub_2" },
  PaymentFailed: DUE,
  PaymentOverdue: { ...DUE, day: 7 },
  PaymentRecovered: PAID,
  PaymentWaived: DUE,
  PriceChangeAnnounced: { startsAt: AT, duePence: 175_00, lastPence: 150_00 },
  RenewalAnnounced: { duePence: 175_00, lastPence: 150_00 },
  RetentionApplied: { percentOff: 20, months: 3, reduced: [], resumes: true, lostPriceIds: [] },
  SecondSubscriptionFound: { firstSubscriptionId: "sub_2" },
  SubscriptionCancelled: {
    isImmediate: false,
    isPaidLonger: false,
    bookedPriceIds: [starter.priceId],
  },
  SubscriptionChanged: { ...PAID, earlierPriceIds: [starter.priceId] },
  SubscriptionChangeScheduled: { scheduledPriceIds: [starter.priceId], at: AT },
  SubscriptionChangeWithdrawn: {},
  SubscriptionEnded: { reason: "payment_failed", hasEndedUnpaid: true, isClaimed: false },
  SubscriptionRequestRejected: { request: "cancellation" },
  SubscriptionResumed: { lostPriceIds: [starter.priceId] },
  SubscriptionUnpaid: DUE,
  UpgradeLapsed: { lapsedPriceIds: [starter.priceId] },
} as const satisfies { [T in Told]: Omit<EventOf<T>["data"], keyof SubscriptionFacts> };

const NO_OFFER = ["RetentionApplied"] as const;
const NO_NOTICE = ["RenewalAnnounced", "PriceChangeAnnounced"] as const;

type Expected = {
  /** Events that rules of their own keep from it; each has a test beside its rule. */
  readonly without: readonly Told[];
  /** What no mail says. */
  readonly never: RegExp;
  /** What each mail says that has a row for the next payment. */
  readonly next: RegExp;
};

const UNKNOWN = { without: [...NO_OFFER, ...NO_NOTICE], next: /set up by hand\. Please ask us/ };

const EXPECTED: Readonly<Record<OddName, Expected>> = {
  paused: {
    without: [...NO_OFFER, ...NO_NOTICE],
    never: /automatically/,
    next: /paused until 1 February 2027\. Nothing is taken until then\. £175\.00 on 20 February 2027/,
  },
  "paused without an end": {
    without: [...NO_OFFER, ...NO_NOTICE],
    never: /automatically/,
    next: /paused\. Nothing is taken until we start them again\.$/,
  },
  "paid once a year": {
    without: NO_OFFER,
    never: /a month|monthly/,
    next: /^£175\.00 on 20 December 2026$/,
  },
  "in euros": { ...UNKNOWN, never: /£/ },
  "in a currency that Stripe does not say": { ...UNKNOWN, never: /[£€]/ },
  "paid by invoice": {
    without: ["CardExpiring", "RenewalAnnounced", "UpgradeLapsed"],
    never: /automatically|your card|couldn’t take|able to take|tried several times/i,
    next: /pay by invoice: .* nothing is taken from a card\. £175\.00 on 20 December 2026/,
  },
  "paid in a way that is new to us": { ...UNKNOWN, never: /automatically/ },
  "to two of the plan": { without: [], never: /£175\.00 on/, next: /^£350\.00 on 20 December/ },
};

const EVENTS = Object.keys(DATA) as Told[];

type Item = Partial<Pick<ItemState, "priceId" | "interval" | "quantity" | "productName">>;

const mailOf = (type: Told, name: OddName) =>
  mailAbout(type, { ...ODD_SUBSCRIPTIONS[name], data: DATA[type] });

/** @param effect left out: the customer's mail */
async function mailAbout(
  type: Told,
  { change, item, data }: { change: object; item: Item; data: object },
  name = "send-billing-mail",
): Promise<string> {
  const { quantity = 1 } = item;
  const facts = factsOf({
    id: "sub_1",
    customerId: "cus_1",
    status: type === "SubscriptionEnded" ? "canceled" : "active",
    items: [
      {
        priceId: plus.priceId,
        stripePriceId: "price_1",
        amountPence: plus.pricePence,
        quantity,
        hasFixedPrice: true,
        interval: "month",
        intervalCount: 1,
        ...item,
      },
    ],
    discounts: [],
    scheduled: null,
    announced: [],
    currentPeriodEnd: AT,
    anchorAt: AT,
    balancePence: 0,
    currency: "gbp",
    pause: null,
    upcoming: { pence: plus.pricePence * quantity, balancePence: 0 },
    collectionMethod: "charge_automatically",
    duplicateOf: type === "DuplicateSubscriptionFound" ? "sub_2" : null,
    isEnding: type === "SubscriptionCancelled",
    promisedEndAt: null,
    cancelAt: null,
    endedAt: type === "SubscriptionEnded" ? AT : null,
    ...change,
  });
  const { mailer, sent } = recordingMailer();
  const effects = createEffects(
    effectDeps({
      mailer,
      isReturningCustomer: () => Promise.resolve(false),
      findCustomerContact: () =>
        Promise.resolve({
          id: "cus_1",
          email: "ada@shop.example",
          receiptEmail: null,
          firstName: "Ada",
          hasAccount: true,
          hasBrief: false,
          isErased: false,
          accountManager: null,
          card: { brand: "visa", last4: "4242" },
        }),
    }),
  );
  const event = {
    id: "evt_1",
    type,
    occurredAt: "2026-11-20T12:00:00.000Z",
    correlationId: "req_1",
    data: { ...facts, ...data },
  };
  await (effects[type] as Readonly<Record<string, Effect<Told>>>)[name]?.run(
    event as unknown as EventOf<Told>,
    "key",
  );
  return [...sent.values()].map(({ subject, text }) => `${subject}\n${text}`).join("\n");
}

test.for(ODD_NAMES.flatMap((name) => EVENTS.map((type) => [name, type] as const)))(
  "subscription %s, %s: the mail is true of it",
  async ([name, type], { skip }) => {
    const { without, never, next } = EXPECTED[name];
    if (without.includes(type)) return skip("its own rule sends none");
    const text = await mailOf(type, name);
    expect(text).not.toBe("");
    expect(text).not.toMatch(never);
    const told = /^Next payment: (.*)$/m.exec(text)?.[1];
    if (told !== undefined && type !== "PriceChangeAnnounced") expect(told).toMatch(next);
  },
);

const BY_HAND = { priceId: null, productName: "Website care" };
const countOf = (text: string, name: string) => text.split(name).length - 1;

test.for([
  ["two of the plan", { quantity: 2 }, "2 × Plus Package"],
  ["a product of the Dashboard", BY_HAND, "Website care"],
  ["three of one", { ...BY_HAND, quantity: 3 }, "3 × Website care"],
] as const satisfies readonly [string, Item, string][])(
  "%s: each mail to customer and team names it as it is",
  async ([, item, name]: readonly [string, Item, string]) => {
    for (const type of EVENTS) {
      for (const effect of ["send-billing-mail", "send-team-billing-mail"]) {
        const about = { change: {}, data: DATA[type] };
        const usual = await mailAbout(type, { ...about, item: {} }, effect);
        const text = await mailAbout(type, { ...about, item }, effect);
        expect([type, countOf(text, name)]).toEqual([type, countOf(usual, plus.name)]);
        expect(countOf(text, plus.name)).toBe(item.quantity === 2 ? countOf(text, name) : 0);
      }
    }
  },
);

test("what is booked, lost, lapsed or was before is named as it is", async () => {
  const told = { ...BY_HAND, quantity: 2 };
  const replaced = (_: string, value: unknown) => (value === starter.priceId ? told : value);
  for (const type of EVENTS) {
    for (const effect of ["send-billing-mail", "send-team-billing-mail"]) {
      const about = { change: {}, item: {} };
      const usual = await mailAbout(type, { ...about, data: DATA[type] }, effect);
      const data = JSON.parse(JSON.stringify(DATA[type]), replaced) as object;
      const text = await mailAbout(type, { ...about, data }, effect);
      const count = countOf(usual, starter.name);
      expect([type, countOf(text, "2 × Website care")]).toEqual([type, count]);
    }
  }
});

test("cancelled with a part that is paid for longer: the customer and the team are told", async () => {
  const about = {
    change: {},
    item: {},
    data: { ...DATA.SubscriptionCancelled, isPaidLonger: true },
  };
  const cancelled = (effect?: string) => mailAbout("SubscriptionCancelled", about, effect);
  expect(await cancelled()).toContain("Part of it is paid for longer than that.");
  expect(await cancelled("send-team-billing-mail")).toMatch(/^Part paid for longer: settle/m);
});

test("in euros: what is due, paid and taken last is told in euros", async () => {
  for (const type of ["PaymentFailed", "PaymentOverdue", "SubscriptionUnpaid"] as const) {
    expect(await mailOf(type, "in euros")).toContain("To pay: €175.00");
  }
  for (const type of ["CheckoutCompleted", "PaymentRecovered", "SubscriptionChanged"] as const) {
    expect(await mailOf(type, "in euros")).toContain("Paid: €175.00");
  }
});

import type { ItemState, SubscriptionWithRenewal } from "#contracts/billing/stripe-state.ts";

type OddSubscription = {
  readonly change: Partial<
    Pick<SubscriptionWithRenewal, "currency" | "pause" | "collectionMethod" | "upcoming">
  >;
  readonly item: Partial<Pick<ItemState, "interval" | "quantity">>;
  /** Whether the customer changes the plan on the site. */
  readonly handChange: "paused" | "invoiced" | "by_hand" | null;
};

const NO_ITEM = {};

/** What the team makes in Stripe's Dashboard of a subscription to one plan, and nobody makes on the site. */
export const ODD_SUBSCRIPTIONS = {
  paused: {
    change: { pause: { behavior: "void", resumesAt: "2027-02-01T00:00:00.000Z" } },
    item: NO_ITEM,
    handChange: "paused",
  },
  "paused without an end": {
    change: { pause: { behavior: "void", resumesAt: null } },
    item: NO_ITEM,
    handChange: "paused",
  },
  "paid once a year": { change: {}, item: { interval: "year" }, handChange: "by_hand" },
  "in euros": { change: { currency: "eur" }, item: NO_ITEM, handChange: "by_hand" },
  "in a currency that Stripe does not say": {
    change: { currency: null },
    item: NO_ITEM,
    handChange: "by_hand",
  },
  "paid by invoice": {
    change: { collectionMethod: "send_invoice" },
    item: NO_ITEM,
    handChange: "invoiced",
  },
  "paid in a way that is new to us": {
    change: { collectionMethod: "carrier_pigeon" },
    item: NO_ITEM,
    handChange: "by_hand",
  },
  "to two of the plan": { change: {}, item: { quantity: 2 }, handChange: null },
} as const satisfies Readonly<Record<string, OddSubscription>>;

export type OddName = keyof typeof ODD_SUBSCRIPTIONS;
export const ODD_NAMES = Object.keys(ODD_SUBSCRIPTIONS) as OddName[];

import type { EventType } from "#contracts/events/catalogue.ts";

/** Shares of good events over 30 days that we hold ourselves to; `monitoring/rules.yml` has their burn rates. */
export const SLO_TARGETS = {
  /** The enquiry's last effect is completed within a minute: the team and the visitor have their emails. */
  enquiry: 0.995,
  /** Our tables show within a minute what a Stripe event is about. */
  "stripe-webhook": 0.995,
  /** Answered within two seconds: `edge/http/count-requests.ts`. */
  "sign-in": 0.995,
  /** The edge answers without an error of its own. */
  availability: 0.999,
} as const;

export const SLO_OF_EVENT: ReadonlyMap<string, keyof typeof SLO_TARGETS> = new Map(
  Object.entries({
    ContactSubmitted: "enquiry",
    StripeEventReceived: "stripe-webhook",
  } as const satisfies Partial<Record<EventType, keyof typeof SLO_TARGETS>>),
);

/** From the event to its last effect. */
export const EVENT_WITHIN_S = 60;

import type { Actor } from "#contracts/events/envelope.ts";

/** The actor of events that billing causes by itself, such as those of a sync. */
export const BILLING_ACTOR: Actor = { kind: "system", name: "billing" };

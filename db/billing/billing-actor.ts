import type { Actor } from "#contracts/events/envelope.ts";

export const BILLING_ACTOR: Actor = { kind: "system", name: "billing" };

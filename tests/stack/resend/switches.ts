import * as z from "zod";
import { type FailureSwitches, NO_FAILURES, RULE, SWITCHES } from "../failure-switches.ts";

const Fail = z.strictObject({
  status: z.union([z.literal(422), z.literal(429), z.literal(500)]),
  ...RULE,
  retryAfterSeconds: z.number().int().min(0).default(1),
});

/** The outcome of accepted emails, instead of a delivery. */
const Delivery = z.strictObject({
  outcome: z.enum(["bounced", "complained", "suppressed", "delayed"]),
  ...RULE,
});

const Webhooks = z.strictObject({
  copies: z.number().int().min(1).max(5).default(1),
  isReversed: z.boolean().default(false),
});

export const SwitchesChange = z.strictObject({
  fail: Fail.nullable().optional(),
  delivery: Delivery.nullable().optional(),
  webhooks: Webhooks.optional(),
  ...SWITCHES,
});
export type SwitchesChange = z.input<typeof SwitchesChange>;
export type DeliveryOutcome = z.output<typeof Delivery>["outcome"] | "delivered";
export type Switches = FailureSwitches<z.output<typeof Fail>> & {
  readonly delivery: z.output<typeof Delivery> | null;
  readonly webhooks: z.output<typeof Webhooks>;
};

export const ALL_WELL: Switches = {
  ...NO_FAILURES,
  delivery: null,
  webhooks: { copies: 1, isReversed: false },
};

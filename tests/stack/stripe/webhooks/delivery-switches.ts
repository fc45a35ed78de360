import { z } from "zod";

const share = z.number().min(0).max(1);

/** What may be asked of the webhooks' switches. What is left out stays as it is. */
export const WebhookSwitchesChange = z.strictObject({
  /** Nothing is sent until this is switched off again. */
  hold: z.boolean().optional(),
  /** Every delivery waits this long first. */
  delayMs: z.number().int().min(0).max(600_000).optional(),
  /** How often each is sent in all, at the same moment. */
  copies: z.number().int().min(1).max(20).optional(),
  /** What waits is sent newest first, and what was held comes out in this order. */
  order: z.enum(["first", "reverse", "random"]).optional(),
  /** Which part is lost on the way, chosen at random; it is never tried again by itself. */
  dropShare: share.optional(),
  /** Which part is sent, and counted as failed whatever the answer. */
  loseAnswerShare: share.optional(),
  /** Only for events whose type begins with this text; empty is all. */
  onlyMatching: z.string().max(200).optional(),
});

export interface WebhookSwitches {
  readonly hold: boolean;
  readonly delayMs: number;
  readonly copies: number;
  readonly order: "first" | "reverse" | "random";
  readonly dropShare: number;
  readonly loseAnswerShare: number;
  readonly onlyMatching: string;
}

export const NO_WEBHOOK_FAILURES: WebhookSwitches = {
  hold: false,
  delayMs: 0,
  copies: 1,
  order: "first",
  dropShare: 0,
  loseAnswerShare: 0,
  onlyMatching: "",
};

/** Lays a checked change over the switches. */
export function changeWebhookSwitches(
  switches: WebhookSwitches,
  change: z.output<typeof WebhookSwitchesChange>,
): WebhookSwitches {
  return {
    hold: change.hold ?? switches.hold,
    delayMs: change.delayMs ?? switches.delayMs,
    copies: change.copies ?? switches.copies,
    order: change.order ?? switches.order,
    dropShare: change.dropShare ?? switches.dropShare,
    loseAnswerShare: change.loseAnswerShare ?? switches.loseAnswerShare,
    onlyMatching: change.onlyMatching ?? switches.onlyMatching,
  };
}

/** The order in which what is due is sent. */
export function arrange<T>(
  oldestFirst: readonly T[],
  order: WebhookSwitches["order"],
  random: () => number,
): T[] {
  if (order === "first") return [...oldestFirst];
  if (order === "reverse") return oldestFirst.toReversed();
  return oldestFirst
    .map((one) => ({ one, weight: random() }))
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ one }) => one);
}

import { z } from "zod";

const share = z.number().min(0).max(1);

export const WebhookSwitchesChange = z.strictObject({
  hold: z.boolean().optional(),
  delayMs: z.number().int().min(0).max(600_000).optional(),
  copies: z.number().int().min(1).max(20).optional(),
  order: z.enum(["first", "reverse", "random"]).optional(),
  /** Share lost at random and not retried automatically. */
  dropShare: share.optional(),
  /** Share counted as failed whatever the endpoint answers. */
  loseAnswerShare: share.optional(),
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

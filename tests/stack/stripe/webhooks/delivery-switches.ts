import * as z from "zod";

const share = z.number().min(0).max(1);

const Switches = z.strictObject({
  hold: z.boolean(),
  delayMs: z.number().int().min(0).max(600_000),
  copies: z.number().int().min(1).max(20),
  order: z.enum(["first", "reverse", "random"]),
  /** Share lost at random and not retried automatically. */
  dropShare: share,
  /** Share counted as failed whatever the endpoint answers. */
  loseAnswerShare: share,
  onlyMatching: z.string().max(200),
});

export const WebhookSwitchesChange = Switches.partial();
export type WebhookSwitches = Readonly<z.output<typeof Switches>>;

export const NO_WEBHOOK_FAILURES: WebhookSwitches = {
  hold: false,
  delayMs: 0,
  copies: 1,
  order: "first",
  dropShare: 0,
  loseAnswerShare: 0,
  onlyMatching: "",
};

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

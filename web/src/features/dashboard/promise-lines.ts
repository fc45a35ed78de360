import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { COMPANY } from "#contracts/company.ts";

type Promised = SubscriptionDetails["promises"][number];

export type PromiseLine = {
  readonly title: string;
  readonly when: string;
  readonly isKept: boolean;
};

/** To be done, and done. */
const TITLES: Readonly<Record<string, readonly [open: string, kept: string]>> = {
  "contact-after-payment": ["We get in touch", "We got in touch"],
  "arrange-call": ["We arrange your strategy call", "We arranged your strategy call"],
  "contact-after-rejection": ["We write to you about your request", "We wrote about your request"],
  "decide-refund": ["We answer your request for a refund", "We answered your request for a refund"],
  "send-refund": ["We send your refund", "We sent your refund"],
};

const format = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: COMPANY.timeZone,
});

const at = (seconds: number): string => format.format(seconds * 1_000);

/**
 * Leaves out rules that this page does not know yet, refunds that are not decided, and kept promises that are open again.
 *
 * @param now seconds since the epoch
 */
export function promiseLines(promises: readonly Promised[], now: number): PromiseLine[] {
  const open = new Set(promises.flatMap((one) => (one.kept_at === null ? one.rule : [])));
  return promises.flatMap(({ rule, due_at: due, kept_at: kept }): PromiseLine[] => {
    const titles = TITLES[rule];
    if (titles === undefined) return [];
    if (kept !== null && open.has(rule)) return [];
    if (rule === "send-refund" && open.has("decide-refund")) return [];
    if (kept !== null) return [{ title: titles[1], when: at(kept), isKept: true }];
    const when =
      due > now
        ? `By ${at(due)}`
        : `This was due by ${at(due)}. We are sorry: our team knows that it is late.`;
    return [{ title: titles[0], when, isKept: false }];
  });
}

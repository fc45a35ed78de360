import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { PromiseRuleId } from "#contracts/events/promises.ts";
import { formatDateWith, isoOf } from "../../lib/dates.ts";

type Promised = SubscriptionDetails["promises"][number];

type PromiseLine = {
  readonly title: string;
  readonly when: string;
  readonly isKept: boolean;
};

type Titles = readonly [open: string, kept: string];

/** A customer reads nothing of a promise that is null here. */
const TITLES: Readonly<Record<PromiseRuleId, Titles | null>> = {
  "answer-enquiry": null,
  "contact-trial": null,
  "trial-content": null,
  "contact-after-payment": ["We get in touch", "We got in touch"],
  "arrange-call": ["We arrange your strategy call", "We arranged your strategy call"],
  "hold-call": null,
  "contact-after-rejection": ["We write to you about your request", "We wrote about your request"],
  "decide-refund": ["We answer your request for a refund", "We answered your request for a refund"],
  "send-refund": ["We send your refund", "We sent your refund"],
  "first-content": ["We show you your first content", "We showed you your first content"],
  "go-live": ["You go live", "You went live"],
  "send-report": null,
  "answer-changes": ["We make the changes you asked for", "We made the changes you asked for"],
  "answer-comment": ["We answer your comment", "We answered your comment"],
  "publish-post": null,
  "publish-late-post": [
    "We publish the post you approved after its time",
    "We published the post you approved after its time",
  ],
  "stop-post": null,
  "stop-erased-posts": null,
};

/** A newer API may know more rules than this page. */
const titlesOf = (rule: string): Titles | null =>
  Object.hasOwn(TITLES, rule) ? TITLES[rule as PromiseRuleId] : null;

const format = formatDateWith({
  weekday: "long",
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
});

const at = (seconds: number): string => format(isoOf(seconds));

/**
 * Leaves out rules that this page does not know yet, refunds that are not decided, and kept promises that are open again. Of
 * several about one thing, such as posts, names the first open one, else the last kept one.
 *
 * @param now seconds since the epoch
 */
export function promiseLines(promises: readonly Promised[], now: number): PromiseLine[] {
  const isOpen = (one: Promised) => one.kept_at === null;
  return promises.flatMap((promise): PromiseLine[] => {
    const { rule, due_at: due, kept_at: kept } = promise;
    const titles = titlesOf(rule);
    if (titles === null) return [];
    const same = promises.filter((one) => one.rule === rule);
    const shown =
      same.find(isOpen) ??
      same.reduce((last, one) => ((one.kept_at ?? 0) > (last.kept_at ?? 0) ? one : last));
    if (promise !== shown) return [];
    if (
      rule === "send-refund" &&
      promises.some((one) => one.rule === "decide-refund" && isOpen(one))
    ) {
      return [];
    }
    if (kept !== null) return [{ title: titles[1], when: at(kept), isKept: true }];
    const when =
      due > now
        ? `By ${at(due)}`
        : `This was due by ${at(due)}. We’re sorry: our team knows it’s late.`;
    return [{ title: titles[0], when, isKept: false }];
  });
}

import type { BriefResponse } from "#contracts/api/content/brief.ts";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { rowEndsImmediately } from "../subscription/ends-immediately.ts";
import {
  hasEverSubscribed,
  hasPaymentDue,
  isServiceActive,
  statusViewOf,
} from "../subscription/subscription-status.ts";

/** What was read; a field is undefined when that failed. */
type Read = {
  /** Null when there never was one. */
  readonly subscription: UserSubscription | null | undefined;
  readonly details: SubscriptionDetails | null;
  readonly posts: readonly CalendarPost[] | undefined;
  readonly brief: BriefResponse | undefined;
  readonly unclaimed: readonly unknown[] | undefined;
};

export function dashboardViewOf({ subscription, details, posts, brief, unclaimed }: Read) {
  const statusView = statusViewOf(subscription ?? null, details);
  const isUndeliverable = details?.is_email_undeliverable === true;
  const isPastDueShown =
    subscription != null && hasPaymentDue(statusView) && !rowEndsImmediately(subscription, details);
  const isApprovalDue = posts?.some(({ state }) => state === "waiting") === true;
  const isEnding =
    details === null ? subscription?.cancel_at_period_end === true : details.ends_at !== null;
  const hasHad = subscription != null && hasEverSubscribed(statusView);
  const hasOpen = hasHad && isOpen(subscription.subscription_status);
  return {
    statusView,
    isUndeliverable,
    isPastDueShown,
    isEndingShown: hasOpen && isEnding,
    isBriefFirst: isBriefDue(brief) && !isApprovalDue && !isEnding,
    hasContent: isServiceActive(statusView) || (hasHad === hasOpen && (posts?.length ?? 0) > 0),
    main: mainActionOf({
      address: isUndeliverable,
      pay: isPastDueShown,
      approve: isApprovalDue,
      // Nothing is left to keep when it ends at once.
      keep: hasOpen && isEnding && !rowEndsImmediately(subscription, details),
      brief: isBriefDue(brief),
      claim: unclaimed !== undefined && unclaimed.length > 0,
      plan: subscription !== undefined && !hasOpen,
    }),
  };
}

export function isBriefDue(brief: BriefResponse | undefined): brief is BriefResponse {
  return brief !== undefined && brief.canChange && brief.submittedAt === null;
}

/** Most urgent first. */
const ACTIONS = ["address", "pay", "approve", "keep", "brief", "claim", "plan"] as const;
export type MainAction = (typeof ACTIONS)[number];

/** Which of the waiting actions has the page's one main button; the others have secondary ones. */
export function mainActionOf(waiting: Readonly<Record<MainAction, boolean>>): MainAction | null {
  return ACTIONS.find((action) => waiting[action]) ?? null;
}

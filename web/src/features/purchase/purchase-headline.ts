import { COMPANY } from "#contracts/company.ts";
import { formatLongDay, isoOf } from "../../lib/dates.ts";
import type { FoundPurchase, PurchaseView } from "./poll-purchase.ts";
import type { ReturnParams } from "./return-params.ts";

type Headline = { readonly title: string; readonly lead: string };

export function purchaseHeadline(view: PurchaseView, returnParams: ReturnParams | null): Headline {
  switch (view.state) {
    case "checking":
      return { title: "One moment.", lead: "Checking your subscription…" };
    case "found":
      return foundHeadline(view, returnParams);
    case "declined":
      return {
        title: "Your bank declined the payment.",
        lead: "The payment wasn’t made, so nothing has changed and nothing was taken. Try again with the same card or another one.",
      };
    case "unchanged":
      return {
        title: "Nothing has changed.",
        lead: "No change was paid for or booked. Your dashboard shows what you have.",
      };
    case "pending":
      return pendingHeadline(view.isLate, returnParams);
    case "unpaid":
      return {
        title: "Nothing has been paid.",
        lead: "You left the payment page before finishing, so nothing was charged and nothing has started.",
      };
    case "unknown":
      return {
        title: "No purchase to show.",
        lead: "This page shows a purchase once, straight after the payment. From then on it’s on your dashboard.",
      };
    case "unreachable":
      return {
        title: "We can’t check right now.",
        lead: `Your payment is safe with our payment provider, but we can’t check it right now. We’ll keep trying; ${COMPANY.email} reaches a person.`,
      };
  }
}

function pendingHeadline(isLate: boolean, returnParams: ReturnParams | null): Headline {
  const hasSessionId = returnParams !== null && returnParams.sessionId !== null;
  if (returnParams?.change === "upgrade" && !hasSessionId) {
    return isLate
      ? {
          title: "Still waiting for the payment.",
          lead: "You can close this page. Your plan changes once the payment arrives and stays as it is until then. Your dashboard shows the latest.",
        }
      : {
          title: "Waiting for the payment",
          lead: "Your plan changes as soon as your bank approves the payment. No need to refresh.",
        };
  }
  if (!isLate) {
    return {
      title: "Processing Your Subscription",
      lead: "This usually takes a few seconds. No need to refresh.",
    };
  }
  return {
    title: hasSessionId ? "Payment received, still setting up." : "Still setting up.",
    lead: `This is taking longer than it should. You don’t need to do anything and can close this page. If there’s no email from us within an hour, write to ${COMPANY.email} and we’ll put it right.`,
  };
}

const APPLIED = {
  new: {
    title: "Paid. Welcome aboard.",
    lead: "Thank you. Here’s what you have and what happens next.",
  },
  upgrade: { title: "Your upgrade is done.", lead: "Your new plan starts now." },
  add: { title: "Your package has grown.", lead: "What you’ve added starts now." },
  downgrade: { title: "Your downgrade is done.", lead: "Your new plan starts now." },
  remove: { title: "Your change is done.", lead: "You won’t be charged for what you’ve removed." },
} as const;

const SCHEDULED_TITLES = {
  downgrade: "Your downgrade is booked.",
  remove: "Your change is booked.",
} as const;

function foundHeadline(
  { changed, isReturning }: FoundPurchase,
  returnParams: ReturnParams | null,
): Headline {
  if (changed === null) {
    const change = returnParams?.change ?? "new";
    return isReturning ? { ...APPLIED[change], title: "Paid. Welcome back." } : APPLIED[change];
  }
  const { direction, details } = changed;
  if (details.scheduled === null || direction === "upgrade" || direction === "add") {
    return APPLIED[direction];
  }
  return {
    title: SCHEDULED_TITLES[direction],
    lead: `You keep what you have until ${formatLongDay(isoOf(details.scheduled.at))}, and nothing is charged today.`,
  };
}

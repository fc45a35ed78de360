import { COMPANY } from "#contracts/company.ts";
import { formatLongDay, isoOf } from "../../lib/dates.ts";
import type { FoundPurchase, PurchaseView } from "./poll-purchase.ts";
import type { ReturnParams } from "./return-params.ts";

export type Headline = { readonly title: string; readonly lead: string };

export function purchaseHeadline(view: PurchaseView, returnParams: ReturnParams | null): Headline {
  switch (view.is) {
    case "checking":
      return { title: "One moment.", lead: "Checking your subscription…" };
    case "found":
      return foundHeadline(view, returnParams);
    case "declined":
      return {
        title: "Your bank declined the payment.",
        lead: "The payment was not made, so nothing has changed and nothing was taken. You can try again with the same card or another one.",
      };
    case "unchanged":
      return {
        title: "Nothing has changed.",
        lead: "There is no change that was paid for or booked. Your dashboard shows what you have.",
      };
    case "pending":
      return pendingHeadline(view.isLate, returnParams);
    case "unpaid":
      return {
        title: "Nothing has been paid.",
        lead: "The payment page was left before it was done, so nothing was charged and nothing has begun.",
      };
    case "unknown":
      return {
        title: "No purchase to show.",
        lead: "This page shows a purchase to the browser that made it. Your dashboard shows it wherever you sign in.",
      };
    case "unreachable":
      return {
        title: "We cannot look just now.",
        lead: `What you paid is safe with our payment provider, but we cannot ask how it stands. We go on trying; ${COMPANY.email} reaches a person.`,
      };
  }
}

function pendingHeadline(isLate: boolean, returnParams: ReturnParams | null): Headline {
  const hasSessionId = returnParams !== null && returnParams.sessionId !== null;
  if (returnParams?.change === "upgrade" && !hasSessionId) {
    return isLate
      ? {
          title: "Still waiting for the payment.",
          lead: "You can close this page: your plan changes when the payment has arrived, and stays as it is until then. Your dashboard shows how it stands.",
        }
      : {
          title: "Waiting for the payment",
          lead: "Your plan changes as soon as your bank has let the payment through. The page goes on by itself.",
        };
  }
  if (!isLate) {
    return {
      title: "Processing Your Subscription",
      lead: "This takes a few seconds as a rule. The page goes on by itself.",
    };
  }
  return {
    title: hasSessionId ? "Payment received, still setting up." : "Still setting up.",
    lead: `It takes longer than it should, and you need do nothing: you can close this page. If there is no email from us within an hour, write to ${COMPANY.email} and we put it right.`,
  };
}

const APPLIED = {
  new: {
    title: "Paid. Welcome aboard.",
    lead: "Thank you. Here is what you have, and what happens from here.",
  },
  upgrade: {
    title: "Your upgrade is done.",
    lead: "The larger plan runs from now on.",
  },
  add: {
    title: "Your package has grown.",
    lead: "What you have added runs from now on.",
  },
  downgrade: {
    title: "Your downgrade is done.",
    lead: "The smaller plan runs from now on.",
  },
  remove: {
    title: "Your change is done.",
    lead: "What you have taken out is not charged any more.",
  },
} as const;

const SCHEDULED_TITLES = {
  downgrade: "Your downgrade is booked.",
  remove: "Your change is booked.",
} as const;

function foundHeadline({ changed }: FoundPurchase, returnParams: ReturnParams | null): Headline {
  if (changed === null) return APPLIED[returnParams?.change ?? "new"];
  const { direction, details } = changed;
  if (details.scheduled === null || direction === "upgrade" || direction === "add") {
    return APPLIED[direction];
  }
  return {
    title: SCHEDULED_TITLES[direction],
    lead: `You keep what you have until ${formatLongDay(isoOf(details.scheduled.at))}, and nothing is taken today.`,
  };
}

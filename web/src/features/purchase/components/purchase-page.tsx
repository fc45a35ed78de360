import { useEffect } from "react";
import { planOf } from "#contracts/billing/plans.ts";
import type { SubscriptionDetails as SubscriptionFacts } from "#contracts/api/subscription-details.ts";
import { priceSumPence } from "#contracts/billing/plan-change.ts";
import { monthlyPrices } from "#contracts/billing/discounts.ts";
import { COMPANY } from "#contracts/company.ts";
import { formatGbp } from "#contracts/money.ts";
import { NEXT_STEPS } from "../../../content/next-steps.ts";
import { VAT_NOTE } from "../../../content/promises.ts";
import { SUPPORT } from "../../../content/support.ts";
import { priceNames } from "../../plan-change/price-names.ts";
import { hasConsented } from "../../consent/consent.ts";
import { reportPurchase } from "../report-purchase.ts";
import { usePurchase } from "../hooks/use-purchase.ts";
import type { ReturnParams } from "../return-params.ts";
import type { PurchaseSums, PurchaseView } from "../poll-purchase.ts";
import { clearReturnTo, saveReturnTo } from "../../session/return-to.ts";
import { type Session, useSession } from "../../session/session.ts";
import { track } from "../../tracking/track.ts";
import { localStorageOrNull, sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { formatDay, formatLongDay, isoOf } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { ExternalLink, Link } from "../../../ui/link.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { Section } from "../../../ui/section.tsx";
import { Steps } from "../../../ui/steps.tsx";
import { SubscriptionDetails } from "../../dashboard-cards/subscription-summary.tsx";

export function PurchasePage() {
  const { returnParams, view } = usePurchase();
  const session = useSession();
  useReport(view);
  const { title, lead } = headOf(view, returnParams);
  const isBought = view.is === "found" || view.is === "pending";
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="page-width grid gap-x-10 gap-y-12 pb-(--section) lg:grid-cols-12">
        <div className="lg:col-span-7">
          <output className="sr-only">{view.is === "checking" ? "" : title}</output>
          {view.is === "found" && <Details view={view} />}
          {(view.is === "checking" || view.is === "pending") && (
            <Wait view={view} returnParams={returnParams} />
          )}
          {view.is === "found" && (
            <Owner returnParams={returnParams} session={session} isYours={view.isYours} />
          )}
          {(view.is === "unpaid" || view.is === "unknown") && (
            <ButtonLink href={paths.checkout} arrow>
              Go to the checkout
            </ButtonLink>
          )}
        </div>
        <div className="flex flex-col items-start gap-4 lg:col-span-4 lg:col-start-9">
          <Onward
            session={session}
            isMain={isPlanChangeView(view) && session.state === "signed-in"}
          />
          <h2 className="mt-4 text-xl">Something wrong?</h2>
          <p className="text-ink-soft">Message us on WhatsApp: a person answers.</p>
          <ExternalLink href={SUPPORT.whatsApp} className="button button-secondary">
            Message on WhatsApp
          </ExternalLink>
          <ButtonLink href={paths.contact} variant="quiet">
            Write to us
          </ButtonLink>
        </div>
      </div>
      {isBought && returnParams?.change === null && (
        <Section id="next" tone="deep" title="What happens next">
          <Steps steps={NEXT_STEPS} />
        </Section>
      )}
    </>
  );
}

function isPlanChangeView({ is }: PurchaseView): boolean {
  return is === "found" || is === "declined" || is === "unchanged";
}

function useReport(view: PurchaseView): void {
  useEffect(() => {
    if (view.is !== "found") return;
    reportPurchase(view, { storage: localStorageOrNull(), mayReport: hasConsented, track });
  }, [view]);
}

function headOf(
  view: PurchaseView,
  returnParams: ReturnParams | null,
): { title: string; lead: string } {
  switch (view.is) {
    case "checking":
      return { title: "One moment.", lead: "Checking your subscription…" };
    case "found":
      return foundHead(view, returnParams);
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
      if (
        returnParams !== null &&
        returnParams.change === "upgrade" &&
        returnParams.sessionId === null
      ) {
        return {
          title: view.isLate ? "Still waiting for the payment." : "Waiting for the payment",
          lead: view.isLate
            ? "You can close this page: your plan changes when the payment has arrived, and stays as it is until then. Your dashboard shows how it stands."
            : "Your plan changes as soon as your bank has let the payment through. The page goes on by itself.",
        };
      }
      if (!view.isLate) {
        return {
          title: "Processing Your Subscription",
          lead: "This takes a few seconds as a rule. The page goes on by itself.",
        };
      }
      return {
        title:
          returnParams?.sessionId == null
            ? "Still setting up."
            : "Payment received, still setting up.",
        lead: `It takes longer than it should, and you need do nothing: you can close this page. If there is no mail from us within an hour, write to ${COMPANY.email} and we put it right.`,
      };
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

type Found = Extract<PurchaseView, { is: "found" }>;

const FOUND = {
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

const BOOKED = {
  downgrade: "Your downgrade is booked.",
  remove: "Your change is booked.",
} as const;

function foundHead(
  { changed }: Found,
  returnParams: ReturnParams | null,
): { title: string; lead: string } {
  if (changed === null) return FOUND[returnParams?.change ?? "new"];
  const { direction, details } = changed;
  if (details.scheduled === null || direction === "upgrade" || direction === "add") {
    return FOUND[direction];
  }
  return {
    title: BOOKED[direction],
    lead: `You keep what you have until ${formatLongDay(isoOf(details.scheduled.at))}, and nothing is taken today.`,
  };
}

function Details({ view }: { view: Found }) {
  const { subscription, sums, changed } = view;
  const end = subscription.current_period_end;
  const isActive = subscription.subscription_status === "active";
  return (
    <SubscriptionDetails
      badge={
        isActive ? { tone: "good", label: "Active" } : { tone: "waiting", label: "Processing" }
      }
      details={[
        { term: "Plan", detail: planOf(subscription.price_id)?.name ?? "Your plan" },
        ...(sums === null ? [] : sumRows(sums, end)),
        {
          term: "Next billing date",
          detail: end === null ? "Processing..." : formatDay(isoOf(end)),
        },
        ...(changed === null ? [] : scheduledRows(changed.details)),
      ]}
    />
  );
}

/** Add-ons, what was paid and what a month costs, in the order in which it is paid. */
function sumRows(sums: PurchaseSums, nextPayment: number | null) {
  const { addonPriceIds, paidPence, monthlyPence: pence, discounts } = sums;
  const prices = monthlyPrices(
    pence,
    discounts.map(({ percent_off: percentOff, ends_at: endsAt }) => ({ percentOff, endsAt })),
    nextPayment,
  );
  return [
    ...(addonPriceIds.length === 0 ? [] : [{ term: "Add-ons", detail: priceNames(addonPriceIds) }]),
    ...(paidPence === null
      ? []
      : [{ term: "Paid", detail: `${formatGbp(paidPence)}, ${VAT_NOTE}` }]),
    {
      term: "Per month",
      detail: `${prices === null ? `${formatGbp(pence)} before your discount` : formatGbp(prices.pence)}, ${VAT_NOTE}`,
    },
    ...(prices?.later ?? []).map((price) => fromRow(price.from, price.pence)),
  ];
}

function scheduledRows({ scheduled }: SubscriptionFacts) {
  if (scheduled === null) return [];
  const { at, price_ids: names } = scheduled;
  return [fromRow(at, priceSumPence(names), `${priceNames(names)}, `)];
}

function fromRow(from: number, pence: number, what = "") {
  return { term: `From ${formatDay(isoOf(from))}`, detail: `${what}${formatGbp(pence)} a month` };
}

function Wait({ view, returnParams }: { view: PurchaseView; returnParams: ReturnParams | null }) {
  const isChange = returnParams !== null && returnParams.change !== null;
  const waiting = isChange ? "Waiting for your change..." : "Setting up your subscription...";
  return (
    <div className="customer-wait">
      <span className="spinner" aria-hidden="true" />
      {view.is === "checking" ? "Looking at your subscription..." : waiting}
    </div>
  );
}

/** Lets a visitor claim the purchase: sign-in returns to this session id. */
function Owner({
  returnParams,
  session,
  isYours,
}: {
  returnParams: ReturnParams | null;
  session: Session;
  isYours: boolean;
}) {
  const sessionId = returnParams?.sessionId ?? null;
  const isGuest = session.state === "visitor" || session.state === "awaiting-code";
  useEffect(() => {
    if (!isGuest || sessionId === null) return;
    const storage = sessionStorageOrNull();
    // Replaces the pending checkout as redirect target.
    clearReturnTo(storage);
    saveReturnTo(storage, `${paths.checkoutSuccess}?session_id=${encodeURIComponent(sessionId)}`);
  }, [isGuest, sessionId]);

  if (isGuest && sessionId !== null) {
    return (
      <section aria-labelledby="claim" className="customer-claim">
        <h2 id="claim" className="text-2xl">
          Keep an eye on it
        </h2>
        <p className="measure mt-3 text-ink-soft">
          Make an account, or sign in, and this subscription stands in your dashboard: orders, card,
          reports. You come back here and it is yours.
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink href={paths.signup} arrow>
            Create Your Account
          </ButtonLink>
          <Link href={paths.auth} className="text-link">
            I have an account
          </Link>
        </div>
      </section>
    );
  }
  if (session.state === "signed-in" && !isYours) {
    return (
      <p className="customer-claim">
        This subscription belongs to another account than the one that is signed in here, so it does
        not stand in its dashboard.
      </p>
    );
  }
  return null;
}

function Onward({ session, isMain }: { session: Session; isMain: boolean }) {
  const isSignedIn = session.state === "signed-in";
  return (
    <ButtonLink
      href={isSignedIn ? paths.dashboard : paths.auth}
      variant={isMain ? "primary" : "secondary"}
      arrow
    >
      {isSignedIn ? "Go to the dashboard" : "Sign in"}
    </ButtonLink>
  );
}

import { useEffect } from "react";
import { PLAN_CHANGE_STEPS, PURCHASE_STEPS } from "../../../content/checkout-steps.ts";
import { NEXT_STEPS } from "../../../content/next-steps.ts";
import { SUPPORT } from "../../../content/support.ts";
import { localStorageOrNull } from "../../../lib/browser-storage.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { ExternalLink } from "../../../ui/link.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { part } from "../../../ui/part.tsx";
import { ProgressSteps } from "../../../ui/progress-steps.tsx";
import { Section } from "../../../ui/section.tsx";
import { Steps } from "../../../ui/steps.tsx";
import { hasConsented } from "../../consent/consent.ts";
import { useSession } from "../../session/session.ts";
import { track } from "../../tracking/track.ts";
import { usePurchase } from "../hooks/use-purchase.ts";
import type { PurchaseView } from "../poll-purchase.ts";
import { purchaseHeadline } from "../purchase-headline.ts";
import { reportPurchase } from "../report-purchase.ts";
import { PurchaseOwner } from "./purchase-owner.tsx";
import { PurchaseSummary } from "./purchase-summary.tsx";

const NoPurchase = part(async () => (await import("./no-purchase.tsx")).NoPurchase, null);

export function PurchasePage() {
  const { returnParams, view } = usePurchase();
  const isSignedIn = useSession().state === "signed-in";
  useReport(view);
  const { title, lead } = purchaseHeadline(view, returnParams);
  const isChange = returnParams !== null && returnParams.change !== null;
  const isPurchase = returnParams?.change === null;
  return (
    <>
      {view.state !== "unknown" && (
        <ProgressSteps
          steps={isChange ? PLAN_CHANGE_STEPS : PURCHASE_STEPS}
          current={stepOf(view)}
        />
      )}
      <PageHead title={title} lead={lead} />
      <div className="page-width grid gap-x-10 gap-y-12 pb-(--section) lg:grid-cols-12">
        <div className="lg:col-span-7">
          <output className="sr-only">{view.state === "checking" ? "" : title}</output>
          {view.state === "found" && <PurchaseSummary {...view} />}
          {(view.state === "checking" || view.state === "pending") && (
            <Waiting isChecking={view.state === "checking"} isChange={isChange} />
          )}
          {view.state === "found" && (
            <PurchaseOwner sessionId={returnParams?.sessionId ?? null} purchase={view} />
          )}
          {view.state === "unpaid" && (
            <ButtonLink href={paths.checkout} arrow>
              Go to the checkout
            </ButtonLink>
          )}
          {view.state === "unknown" && <NoPurchase isSignedIn={isSignedIn} />}
        </div>
        <div className="flex flex-col items-start gap-4 lg:col-span-4 lg:col-start-9">
          {isSignedIn && isPurchase && view.state === "found" && (
            <ButtonLink href={paths.brief} arrow>
              Tell us about your business
            </ButtonLink>
          )}
          {/* Beside a purchase, its card asks a guest to sign in. */}
          {view.state !== "unknown" && (isSignedIn || view.state !== "found") && (
            <ButtonLink
              href={isSignedIn ? paths.dashboard : paths.auth}
              variant={isSignedIn && !isPurchase && hasResult(view) ? "primary" : "secondary"}
              arrow
            >
              {isSignedIn ? "Go to the dashboard" : "Sign in"}
            </ButtonLink>
          )}
          <h2 className="w-full border-t-2 border-ink pt-5 not-first:mt-4 text-xl">
            Something wrong?
          </h2>
          <p className="text-ink-soft">Message us on WhatsApp; a real person replies.</p>
          <ExternalLink href={SUPPORT.whatsApp} className="button button-secondary">
            Message on WhatsApp
          </ExternalLink>
          <ButtonLink href={paths.contact} variant="quiet">
            Write to us
          </ButtonLink>
        </div>
      </div>
      {(view.state === "unknown" ||
        (isPurchase && (view.state === "found" || view.state === "pending"))) && (
        <Section
          id="next"
          tone="deep"
          title={view.state === "unknown" ? "After you pay" : "What happens next"}
        >
          <Steps steps={NEXT_STEPS} />
        </Section>
      )}
    </>
  );
}

/** Steps of a purchase: plan, pay, brief; of a plan change: plan, confirm. */
function stepOf({ state }: PurchaseView): number {
  return state === "found" || state === "pending" ? 2 : 1;
}

function hasResult({ state }: PurchaseView): boolean {
  return state === "found" || state === "declined" || state === "unchanged";
}

function useReport(view: PurchaseView): void {
  useEffect(() => {
    if (view.state !== "found") return;
    reportPurchase(view, { storage: localStorageOrNull(), mayReport: hasConsented, track });
  }, [view]);
}

function Waiting({ isChecking, isChange }: { isChecking: boolean; isChange: boolean }) {
  const waiting = isChange ? "Waiting for your change..." : "Setting up your subscription...";
  return (
    <>
      <noscript>
        This page needs JavaScript. Turn it on and reload the page; your payment is safe either way.
      </noscript>
      <div className="flex items-center gap-4 bg-paper-deep p-[clamp(1.5rem,1rem+2vw,3rem)] text-(length:--text-lg) needs-script">
        <span className="spinner" aria-hidden="true" />
        {isChecking ? "Checking your subscription..." : waiting}
      </div>
    </>
  );
}

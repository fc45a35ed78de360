import { useState } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { inText, REFUND_TIME, TERMS } from "#contracts/terms.ts";
import { FORM_DRAFTS, sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { TextLink } from "../../../ui/link.tsx";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { part } from "../../../ui/part.tsx";

const RefundForm = part(async () => (await import("./refund-form.tsx")).RefundForm, null);

type State = SubscriptionDetails["guarantee"]["state"];

const STATE_TEXTS: Readonly<Record<Exclude<State, "available" | "unavailable">, string>> = {
  asked: "You’ve asked for your money back. One of us will look at it and reply by email.",
  approved: `We’re refunding the card you paid with. It takes ${REFUND_TIME} to show.`,
  declined: "We’ve looked at your request and couldn’t agree to it. Our email explains why.",
  disputed: "You disputed the payment, so any money comes back through your bank.",
  refunded: `We’ve refunded you. It takes ${REFUND_TIME} to show.`,
  failed: "Your bank sent the refund back to us. Our email asks how else we can pay you.",
};

export function RefundCard({ details }: { details: SubscriptionDetails }) {
  const { state, until } = details.guarantee;
  const action = useAction();
  // The form opens the fold when it has an unsent text.
  const [isAsking, setIsAsking] = useState(
    () => sessionStorageOrNull()?.getItem(`${FORM_DRAFTS}refund`) != null,
  );
  if (state === "unavailable") return null;
  return (
    <section aria-labelledby="money-back" className="border-t-2 border-ink pt-5">
      <h2 id="money-back" className="text-xl">
        Money-back guarantee
      </h2>
      <div className="mt-3">
        <OutcomeNote outcome={action.outcome} />
      </div>
      {state !== "available" && action.outcome?.tone !== "success" && (
        <p className="measure text-ink-soft">
          {STATE_TEXTS[state]} <TextLink href={paths.contact}>Write to us</TextLink>
        </p>
      )}
      {state === "available" && (
        <>
          <p className="measure text-ink-soft">
            {`Not what you expected? You have ${inText(TERMS.guarantee)} to ask for all your money back${until === null ? "" : `: until ${formatLongDay(isoOf(until))}`}. With the first refund your subscription ends at once; if you’ve had one before, a person decides and writes to you.`}
          </p>
          <details
            className="measure mt-6"
            onToggle={({ currentTarget }) => setIsAsking(currentTarget.open)}
          >
            <summary className="button button-secondary">Ask for your money back</summary>
            {isAsking && <RefundForm subscriptionId={details.subscription_id} action={action} />}
          </details>
        </>
      )}
    </section>
  );
}

import type { FormEvent } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { inText, REFUND_TIME, TERMS } from "#contracts/terms.ts";
import { REFUND_MESSAGE_MAX } from "#contracts/text.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { readText } from "../../../lib/form-text.ts";
import { success, useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { Link } from "../../../ui/link.tsx";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { useFormDraft } from "../../session/form-draft.ts";
import { requestRefund } from "../dashboard-api.ts";

type State = SubscriptionDetails["guarantee"]["state"];

const STATE_TEXTS: Readonly<Record<Exclude<State, "available" | "unavailable">, string>> = {
  asked: "You’ve asked for your money back. One of us will look at it and reply by email.",
  approved: `We’re refunding the card you paid with. It takes ${REFUND_TIME} to show.`,
  declined: "We’ve looked at your request and couldn’t agree to it. Our email explains why.",
  disputed: "You disputed the payment, so any money comes back through your bank.",
  refunded: `We’ve refunded you. It takes ${REFUND_TIME} to show.`,
  failed: "Your bank sent the refund back to us. Our email asks how else we can pay you.",
};

export function RefundForm({
  userId,
  details,
  onAsked,
}: {
  userId: string;
  details: SubscriptionDetails;
  onAsked: () => Promise<unknown>;
}) {
  const { state, until } = details.guarantee;
  const action = useAction();
  const { fill, save, forget } = useFormDraft("refund", userId);
  if (state === "unavailable") return null;

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const message = readText(new FormData(event.currentTarget), "message");
    void action.run(async () => {
      const userMessage = await requestRefund(details.subscription_id, message);
      forget();
      await onAsked();
      return success(userMessage);
    }, apiErrors(DASHBOARD_MESSAGES.refundFailed));
  }

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
          {STATE_TEXTS[state]}{" "}
          <Link href={paths.contact} className="text-link">
            Write to us
          </Link>
        </p>
      )}
      {state === "available" && (
        <>
          <p className="measure text-ink-soft">
            {`Not what you expected? You have ${inText(TERMS.guarantee)} to ask for all your money back${until === null ? "" : `: until ${formatLongDay(isoOf(until))}`}. Your subscription ends when we refund you.`}
          </p>
          <details className="measure mt-6">
            <summary className="button button-secondary">Ask for your money back</summary>
            <form
              ref={fill}
              onInput={(event) => save(event.currentTarget)}
              onSubmit={send}
              className="mt-5"
            >
              <TextArea
                label="Anything you’d like us to know"
                name="message"
                maxLength={REFUND_MESSAGE_MAX}
                disabled={action.isRunning}
              />
              <Button
                type="submit"
                variant="secondary"
                disabled={action.isRunning}
                className="mt-5"
              >
                {action.isRunning ? "One moment..." : "Send my request"}
              </Button>
            </form>
          </details>
        </>
      )}
    </section>
  );
}

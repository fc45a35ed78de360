/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { counted } from "#contracts/counted.ts";
import { DAY_MS } from "#contracts/durations.ts";
import { DomainEvent } from "#contracts/events/catalogue.ts";
import { formatMoney } from "#contracts/money.ts";
import { TERMS } from "#contracts/terms.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import type { EventRecord } from "#db/ops/find-events.ts";
import type { OpsRefundRequest } from "#db/ops/find-refunds.ts";
import type { RefundRequestState } from "#db/schema/billing.ts";
import { useSignedIn } from "../env.ts";
import { Fact, TimeFact, TimeLabel } from "../layout/badges.tsx";
import { Id } from "../layout/id.tsx";
import { paths } from "../paths.ts";

export const REFUND_STATES: Readonly<Record<RefundRequestState, string>> = {
  asked: "Awaiting a decision",
  approved: "Approved, refund not sent yet",
  disputed: "Held by a dispute",
  refunded: "Refunded",
  declined: "Declined",
};

/** An event that a refund began with, or that approves it; null for others. */
export function refundRequestEvent({ event }: EventRecord) {
  const parsed = DomainEvent.safeParse(toDomainShape(event));
  if (!parsed.success) return null;
  const found = parsed.data;
  if (found.type === "RefundRequested") return found;
  return found.type === "RefundApproved" ? found : null;
}
export type RefundRequestEvent = NonNullable<ReturnType<typeof refundRequestEvent>>;

type RefundRequestProps = { eventId: string; request: OpsRefundRequest };

export const RefundRequest: FC<RefundRequestProps> = ({ eventId, request }) => (
  <section aria-labelledby="refund-request">
    <h2 id="refund-request">Refund request</h2>
    <RefundRequestDetails request={request} />
    {request.message === null ? (
      <p class="quiet">
        {request.isAccountGone
          ? "Any message was erased with the account."
          : "The customer gave no reason."}
      </p>
    ) : (
      <blockquote class="said">{request.message}</blockquote>
    )}
    <Actions eventId={eventId} request={request} />
  </section>
);

const Actions: FC<RefundRequestProps> = ({ eventId, request }) => {
  const { mayAct } = useSignedIn();
  if (request.state === "disputed" && !request.isUndecided) {
    return (
      <p class="quiet">
        Stripe refuses the refund while the payment is disputed.{" "}
        <a href={paths.disputes}>Disputes</a>
      </p>
    );
  }
  return request.isUndecided && mayAct ? (
    <div class="actions">
      <a class="button" href={paths.decideRefund(eventId, "approve")}>
        {request.state === "disputed" ? "Refund after the dispute…" : "Approve…"}
      </a>
      {request.state === "disputed" ? null : (
        <a class="button plain" href={paths.decideRefund(eventId, "decline")}>
          Decline…
        </a>
      )}
    </div>
  ) : null;
};

export const RefundRequestDetails: FC<{ request: OpsRefundRequest }> = ({ request }) => (
  <dl class="facts figures">
    <Fact name="State">
      <strong>{REFUND_STATES[request.state]}</strong>
    </Fact>
    <Fact name="Amount">{formatMoney(request.amountPence, request.currency)}</Fact>
    <Fact name="Asked">
      <TimeLabel iso={request.requestedAt} />
      {request.firstPaidAt === null ? null : `, ${daysAfter(request, request.firstPaidAt)}`}
    </Fact>
    <Fact name="Subscription">
      <Id id={request.subscriptionId} />, {request.subscriptionStatus.replaceAll("_", " ")}
    </Fact>
    <TimeFact name="Decided" iso={request.decidedAt}>
      {request.isAutomatic ? ", by itself: the first claim" : null}
    </TimeFact>
    {request.decisionReason === null ? null : <Fact name="Reason">{request.decisionReason}</Fact>}
    <TimeFact name="Refunded" iso={request.refundedAt} />
  </dl>
);

function daysAfter({ requestedAt }: OpsRefundRequest, firstPaidAt: string): string {
  const days = Math.floor((Date.parse(requestedAt) - Date.parse(firstPaidAt)) / DAY_MS);
  return `${counted(days, "day")} after the first payment, of ${String(TERMS.guarantee.days)} that the guarantee lasts`;
}

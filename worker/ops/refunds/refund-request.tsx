/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { DomainEvent, type EventOf } from "#contracts/events/catalogue.ts";
import { GUARANTEE_DAYS } from "#contracts/company.ts";
import { formatGbp } from "#contracts/money.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import type { EventRecord } from "#db/ops/find-event.ts";
import type { OpsRefundRequest } from "#db/ops/find-refund-request.ts";
import type { RefundRequestState } from "#db/schema/billing.ts";
import { Fact, TimeLabel } from "../layout/badges.tsx";
import { paths } from "../paths.ts";

const STATES: Readonly<Record<RefundRequestState, string>> = {
  asked: "Awaiting a decision",
  approved: "Approved, refund not sent yet",
  declined: "Declined",
  refunded: "Refunded",
};

const DAY_MS = 86_400_000;

export function refundRequestedEvent({ event }: EventRecord): EventOf<"RefundRequested"> | null {
  const parsed = DomainEvent.safeParse(toDomainShape(event));
  return parsed.success && parsed.data.type === "RefundRequested" ? parsed.data : null;
}

export const RefundRequest: FC<{ eventId: string; request: OpsRefundRequest }> = ({
  eventId,
  request,
}) => (
  <section aria-labelledby="refund-request">
    <h2 id="refund-request">Refund request</h2>
    <RefundRequestDetails request={request} />
    {request.message === null ? (
      <p class="quiet">
        {request.is_account_gone
          ? "Any message was erased with the account."
          : "The customer gave no reason."}
      </p>
    ) : (
      <blockquote class="said">{request.message}</blockquote>
    )}
    {request.state === "asked" ? (
      <div class="actions">
        <a class="button" href={paths.decideRefund(eventId, "approve")}>
          Approve…
        </a>
        <a class="button plain" href={paths.decideRefund(eventId, "decline")}>
          Decline…
        </a>
      </div>
    ) : null}
  </section>
);

export const RefundRequestDetails: FC<{ request: OpsRefundRequest }> = ({ request }) => (
  <dl class="facts figures">
    <Fact name="State">
      <strong>{STATES[request.state]}</strong>
    </Fact>
    <Fact name="Amount">{formatGbp(request.amount_pence)}</Fact>
    <Fact name="Asked">
      <TimeLabel iso={request.requested_at} />
      {request.first_paid_at === null ? null : `, ${daysAfter(request, request.first_paid_at)}`}
    </Fact>
    <Fact name="Subscription">
      <code>{request.subscription_id}</code>, {request.subscription_status.replaceAll("_", " ")}
    </Fact>
    {request.decided_at === null ? null : (
      <Fact name="Decided">
        <TimeLabel iso={request.decided_at} />
      </Fact>
    )}
    {request.refunded_at === null ? null : (
      <Fact name="Refunded">
        <TimeLabel iso={request.refunded_at} />
      </Fact>
    )}
  </dl>
);

function daysAfter({ requested_at: requestedAt }: OpsRefundRequest, firstPaidAt: string): string {
  const days = Math.floor((Date.parse(requestedAt) - Date.parse(firstPaidAt)) / DAY_MS);
  const count = days === 1 ? "1 day" : `${String(days)} days`;
  return `${count} after the first payment, of ${String(GUARANTEE_DAYS)} that the guarantee lasts`;
}

/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { newEvent } from "#contracts/events/new-event.ts";
import { formatMoney } from "#contracts/money.ts";
import { decideRefund, type RefundDecision } from "#db/ops/change-refunds.ts";
import { findEventRecord } from "#db/ops/find-events.ts";
import { findRefundRequest, type OpsRefundRequest } from "#db/ops/find-refunds.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { eventWithFlash, type FlashKey } from "../events/flash-texts.ts";
import { eventNotFound } from "../layout/error-page.tsx";
import { ConfirmForm, type ReasonInput } from "../layout/forms.tsx";
import { EventPage } from "../layout/page.tsx";
import { RoutesAbout } from "../layout/routes-about.ts";
import { paths } from "../paths.ts";
import {
  RefundRequestDetails,
  type RefundRequestEvent,
  refundRequestEvent,
} from "./refund-request.tsx";

const DECISIONS = ["approve", "decline"] as const;
type Decision = (typeof DECISIONS)[number];

const EVENTS = { approve: "RefundApproved", decline: "RefundDeclined" } as const;
const FLASH_OF = {
  approve: "refund_approved",
  decline: "refund_declined",
} as const satisfies Record<Decision, FlashKey>;

export function decideRefundRoutes(deps: OpsDeps) {
  const about = new RoutesAbout((c) => findRequest(deps, c.req.param("id") ?? ""), eventNotFound);
  for (const decision of DECISIONS) {
    const ask = (_: OpsContext, found: Found, reason: ReasonInput) => (
      <DecisionPage found={found} decision={decision} reason={reason} />
    );
    about.confirm(`/:id/refund/${decision}`, ask, async (c, found, reason) => {
      const { userId, name } = signedInOf(c).session;
      const eventId = found.event.id;
      const { outcome } = await decideRefund(deps.db, {
        event: decisionEvent(deps, found.event, decision, name),
        requestEventId: eventId,
        userId,
        reason,
      });
      const requestId = c.get("requestId");
      deps.log.info({ requestId, eventId, decision, outcome }, "ops_refund");
      switch (outcome) {
        case "not_found":
          return eventNotFound(c);
        case "decided_before":
          return c.redirect(eventWithFlash(eventId, "refund_decided_before"), 303);
        case "decided":
          return c.redirect(eventWithFlash(eventId, FLASH_OF[decision]), 303);
      }
    });
  }
  return about.routes;
}

type Found = { event: RefundRequestEvent; request: OpsRefundRequest };

async function findRequest({ db }: OpsDeps, eventId: string): Promise<Found | null> {
  const record = await findEventRecord(db, eventId);
  const event = record === null ? null : refundRequestEvent(record);
  if (event === null) return null;
  const request = await findRefundRequest(db, event.data.refundRequestId);
  return request === null ? null : { event, request };
}

function decisionEvent(
  { makeId, now }: OpsDeps,
  { correlationId, data }: RefundRequestEvent,
  decision: Decision,
  name: string,
): RefundDecision["event"] {
  const context = { makeId, now, correlationId };
  return newEvent(context, EVENTS[decision], { kind: "ops", name }, data);
}

const DecisionPage: FC<{ found: Found; decision: Decision; reason: ReasonInput }> = ({
  found: { event, request },
  decision,
  reason,
}) => (
  <EventPage
    event={event}
    title={decision === "approve" ? "Approve the refund" : "Decline the refund"}
  >
    {request.isUndecided ? (
      <ConfirmForm
        action={paths.decideRefund(event.id, decision)}
        reason={reason}
        submit={decision === "approve" ? "Approve" : "Decline"}
        cancelUrl={paths.event(event.id)}
      >
        <p class="lead">
          {decision === "approve"
            ? `Refunds everything paid for this subscription (${formatMoney(request.amountPence, request.currency)} at the time of the request) and cancels it immediately. This cannot be undone.`
            : "The email to the customer quotes your reason. The subscription continues and nothing is refunded."}
        </p>
        <RefundRequestDetails request={request} />
      </ConfirmForm>
    ) : (
      <>
        <p class="lead">This request has already been decided.</p>
        <RefundRequestDetails request={request} />
      </>
    )}
  </EventPage>
);

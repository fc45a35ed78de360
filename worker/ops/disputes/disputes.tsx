/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { AWAITING_EVIDENCE } from "#contracts/billing/disputes.ts";
import type { DisputeStatus } from "#contracts/billing/stripe-state.ts";
import { formatMoney } from "#contracts/money.ts";
import { type OpsDispute, listDisputes } from "#db/ops/find-refunds.ts";
import { displayName } from "../customers/redact.ts";
import { newRoutes, type OpsDeps } from "../env.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { Id, stripeUrl } from "../layout/id.tsx";
import { Page } from "../layout/page.tsx";
import { RowLink, Table } from "../layout/table.tsx";
import { paths } from "../paths.ts";

// Source of what may be done: docs.stripe.com, disputes.
const STATUSES: Readonly<Record<DisputeStatus, readonly [label: string, mayDo: string]>> = {
  warning_needs_response: ["Inquiry, needs a response", "Refund it, which settles it, or answer."],
  warning_under_review: ["Inquiry, with the bank", "Refund it, or wait for the bank."],
  warning_closed: ["Inquiry closed", "Nothing."],
  needs_response: ["Needs a response", "Accept it, or answer with evidence. No refund."],
  under_review: ["With the bank", "Wait for the bank. No refund."],
  appeal_needs_response: ["Appeal, needs a response", "Accept it, or answer. No refund."],
  appeal_under_review: ["Appeal, with the bank", "Wait for the bank. No refund."],
  won: ["Won", "We have the money back, and may refund it."],
  lost: ["Lost", "The customer has the money, but the bank may still reverse it."],
  prevented: ["Prevented", "Nothing."],
  unknown: ["A status that is new to us", "Look at it in Stripe’s Dashboard."],
};

export const DisputeTable: FC<{ disputes: readonly OpsDispute[]; now: Date }> = ({
  disputes,
  now,
}) => (
  <div class="scroll">
    <Table
      class="disputes"
      caption="Disputes"
      heads={["Dispute", "Amount", "Deadline", "What you can do", "Customer"]}
    >
      {disputes.map((dispute) => (
        <tr key={dispute.id}>
          <th scope="row">
            {STATUSES[dispute.status][0]}
            <span class="quiet">
              <br />
              {dispute.reason.replaceAll("_", " ")}, <TimeLabel iso={dispute.openedAt} />
            </span>
          </th>
          <td class="figures">
            {formatMoney(dispute.amountPence, dispute.currency)}
            {dispute.orderId === null ? null : (
              <span class="quiet">
                <br />
                <Id id={dispute.orderId} />
              </span>
            )}
          </td>
          <td class="figures">
            <Deadline dispute={dispute} now={now} />
          </td>
          <td>
            {STATUSES[dispute.status][1]}{" "}
            <RowLink href={stripeUrl(dispute.id) ?? ""} rel="noreferrer" id={dispute.id}>
              Open in Stripe
            </RowLink>
          </td>
          <td>
            <RowLink href={paths.customer(dispute.customerKey)} id={dispute.customerKey}>
              {displayName(dispute)}
            </RowLink>
            <span class="quiet">
              <br />
              subscription {dispute.subscriptionStatus?.replaceAll("_", " ") ?? "unknown"}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  </div>
);

const Deadline: FC<{ dispute: OpsDispute; now: Date }> = ({ dispute, now }) => {
  if (!AWAITING_EVIDENCE.includes(dispute.status) || dispute.dueBy === null) {
    return <>no deadline</>;
  }
  const isPast = Date.parse(dispute.dueBy) <= now.getTime();
  return (
    <>
      respond by <TimeLabel iso={dispute.dueBy} />
      {isPast ? <strong> passed: it counts as lost</strong> : null}
    </>
  );
};

export function disputeRoutes({ db, now }: OpsDeps) {
  return newRoutes().get("/", async (c) => {
    const disputes = await listDisputes(db, null);
    return c.render(
      <Page title="Disputes" current="disputes">
        <p class="quiet">
          Without a response by its deadline a dispute is lost. Renewals go on unless Stripe’s
          setting “Manage disputed payments” cancels the subscription.
        </p>
        {disputes.length === 0 ? <p>None.</p> : <DisputeTable disputes={disputes} now={now()} />}
      </Page>,
    );
  });
}

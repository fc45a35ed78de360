/** @jsxImportSource hono/jsx */
import { formatMoney } from "#contracts/money.ts";
import {
  findRefundable,
  type RefundableSubscription,
  type StartedRefund,
  startRefund,
} from "#db/ops/change-refunds.ts";
import { displayName } from "../customers/redact.ts";
import { isRevealed } from "../customers/reveal.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { Fact } from "../layout/badges.tsx";
import { errorPage } from "../layout/error-page.tsx";
import { withFlash } from "../layout/flash-message.tsx";
import { ConfirmForm, type ReasonInput } from "../layout/forms.tsx";
import { Id } from "../layout/id.tsx";
import { Page } from "../layout/page.tsx";
import { RoutesAbout } from "../layout/routes-about.ts";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";

/** What the customer's page says after it. */
export const REFUND_FLASH_TEXTS = {
  started: "The refund has begun. The worker refunds the payments and cancels the subscription.",
  asked_before:
    "A refund was asked for or started before: its event is in the history. Nothing was changed.",
  nothing_paid: "Nothing is left to refund. Nothing was changed.",
} as const satisfies Record<Exclude<StartedRefund, "not_found">, string>;

export const startRefundRoutes = ({ db, log, ...deps }: OpsDeps) =>
  new RoutesAbout((c) => findRefundable(db, c.req.param("subscription") ?? ""), notFound).confirm(
    "/:key/refund/:subscription",
    refundPage,
    async (c, { id: subscriptionId }, reason) => {
      const outcome = await startRefund(db, {
        subscriptionId,
        userId: signedInOf(c).session.userId,
        reason,
        makeEvent: ({ customerId, paidPence, currency }) =>
          newOpsEvent(c, deps, "RefundApproved", {
            refundRequestId: deps.makeId("refundRequest"),
            customerId,
            subscriptionId,
            amountPence: paidPence,
            currency,
          }),
      });
      log.info({ requestId: c.get("requestId"), subscriptionId, outcome }, "ops_refund");
      return outcome === "not_found"
        ? notFound(c)
        : c.redirect(withFlash(paths.customer(c.req.param("key") ?? ""), outcome), 303);
    },
  ).routes;

const notFound = (c: OpsContext) =>
  errorPage(c, 404, "Subscription not found", "The id is incomplete, or it is not synced yet.");

function refundPage(c: OpsContext, found: RefundableSubscription, reason: ReasonInput) {
  const key = c.req.param("key") ?? "";
  const { id, status, paidPence, currency, isAsked } = found;
  const sum = formatMoney(paidPence, currency);
  const name = displayName(found, { isRevealed: isRevealed(c, key) });
  return (
    <Page
      narrow
      title="Refund"
      current="customers"
      kicker={<a href={paths.customer(key)}>{name}</a>}
    >
      <dl class="facts figures">
        <Fact name="Subscription">
          <Id id={id} />, {status.replaceAll("_", " ")}
        </Fact>
        <Fact name="Paid and not refunded">{sum}</Fact>
      </dl>
      {isAsked ? (
        <p class="lead">{REFUND_FLASH_TEXTS.asked_before}</p>
      ) : paidPence <= 0 ? (
        <p class="lead">{REFUND_FLASH_TEXTS.nothing_paid}</p>
      ) : (
        <ConfirmForm
          action={paths.startRefund(key, id)}
          reason={reason}
          submit={`Refund ${sum}`}
          isDestructive
          cancelUrl={paths.customer(key)}
        >
          <p class="lead">
            Refunds everything paid for this subscription and cancels it immediately. This cannot be
            undone. What a dispute holds is refunded once Stripe allows it.
          </p>
        </ConfirmForm>
      )}
    </Page>
  );
}

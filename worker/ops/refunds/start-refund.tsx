/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import { formatMoney } from "#contracts/money.ts";
import {
  findRefundable,
  type RefundableSubscription,
  type StartedRefund,
  startRefund,
} from "#db/ops/change-refunds.ts";
import { displayName } from "../customers/redact.ts";
import { isRevealed } from "../customers/reveal.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { Fact } from "../layout/badges.tsx";
import { errorPage } from "../layout/error-page.tsx";
import { withFlash } from "../layout/flash-message.tsx";
import { ConfirmForm, NO_REASON, readReason, type ReasonInput } from "../layout/forms.tsx";
import { Id } from "../layout/id.tsx";
import { page } from "../layout/page.tsx";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";

/** What the customer's page says after it. */
export const REFUND_FLASH_TEXTS = {
  started: "The refund has begun. The worker refunds the payments and cancels the subscription.",
  asked_before:
    "A refund was asked for or started before: its event is in the history. Nothing was changed.",
  nothing_paid: "Nothing is left to refund. Nothing was changed.",
} as const satisfies Record<Exclude<StartedRefund, "not_found">, string>;

export function startRefundRoutes(deps: OpsDeps) {
  return new Hono<OpsEnv>()
    .get("/:key/refund/:subscription", async (c) => {
      const found = await findRefundable(deps.db, c.req.param("subscription"));
      return found === null ? notFound(c) : refundPage(c, c.req.param("key"), found, NO_REASON);
    })
    .post("/:key/refund/:subscription", async (c) => {
      const { key, subscription: subscriptionId } = c.req.param();
      const found = await findRefundable(deps.db, subscriptionId);
      if (found === null) return notFound(c);
      const reason = readReason(c.get("form"));
      if (reason.value === null) return refundPage(c, key, found, reason, 422);
      const outcome = await startRefund(deps.db, {
        subscriptionId,
        userId: signedInOf(c).session.userId,
        reason: reason.value,
        makeEvent: ({ customerId, paidPence, currency }) =>
          newOpsEvent(c, deps, "RefundApproved", {
            refundRequestId: deps.makeId("refundRequest"),
            customerId,
            subscriptionId,
            amountPence: paidPence,
            currency,
          }),
      });
      deps.log.info({ requestId: c.get("requestId"), subscriptionId, outcome }, "ops_refund");
      return outcome === "not_found"
        ? notFound(c)
        : c.redirect(withFlash(paths.customer(key), outcome), 303);
    });
}

const notFound = (c: Context<OpsEnv>) =>
  errorPage(c, 404, "Subscription not found", "The id is incomplete, or it is not synced yet.");

function refundPage(
  c: Context<OpsEnv>,
  key: string,
  found: RefundableSubscription,
  reason: ReasonInput,
  status_: 200 | 422 = 200,
) {
  const { id, status, paidPence, currency, isAsked } = found;
  const sum = formatMoney(paidPence, currency);
  return page(
    c,
    { title: "Refund", current: "customers" },
    <div class="narrow">
      <p class="kicker">
        <a href={paths.customer(key)}>{displayName(found, { isRevealed: isRevealed(c, key) })}</a>
      </p>
      <h1>Refund</h1>
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
          c={c}
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
    </div>,
    status_,
  );
}

import type {
  SubscriptionDetails,
  SubscriptionDetailsResponse,
} from "#contracts/api/subscription-details.ts";
import { DEBIT_ANSWER, isDebitRunning } from "#contracts/billing/bank-debit.ts";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";
import { itemName, itemNames, toldItems } from "#contracts/billing/item-names.ts";
import { guaranteeEnd, refundError } from "#contracts/billing/money-back-guarantee.ts";
import { cataloguePriceIds } from "#contracts/billing/stripe-state.ts";
import { isOpen, isPaymentDue } from "#contracts/billing/subscription-status.ts";
import { isPaidLonger, upcomingPayments } from "#contracts/billing/upcoming-payments.ts";
import { bestFigures, type PlatformFigures } from "#contracts/content/report-figures.ts";
import { dueAt } from "#contracts/due-times.ts";
import { bestFigureLabels } from "#contracts/messages/reports.ts";
import { canUseComebackCode } from "#db/billing/find-buyer-history.ts";
import type { UserSubscriptionRow } from "#db/billing/find-user-subscription.ts";
import { endOf, paymentsOf } from "#db/billing/subscription-facts.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn, requireUser } from "../http/current-user.ts";
import { newRoutes } from "../http/env.ts";
import { findOwnSubscription } from "./own-subscription.ts";
import { offerErrorOf } from "./retention-offer.ts";
import { toUnixSeconds, toCollection, toDiscounts, toOfferPayments, toPayments } from "./wire.ts";

/** `GET /functions/v1/subscription` */
export function subscriptionDetailsRoutes(deps: EdgeDeps) {
  const addressHash = createAddressHash(deps.config.AUTH_CODE_SECRET);
  return newRoutes().get("/", async (c) => {
    const currentUser = await requireUser(c, deps);
    const { subscription, at } = await findOwnSubscription(deps, currentUser, { addressHash });
    if (subscription === null) return c.json<SubscriptionDetailsResponse>({ subscription });
    const isLeaving = !isOpen(subscription.status) || endOf(subscription) !== null;
    const buyer = { kind: "account", ...currentUser } as const;
    const canUseCode = isLeaving && requireSignedIn(await canUseComebackCode(deps.db, buyer, at));
    return c.json<SubscriptionDetailsResponse>({
      subscription: toDetails(subscription, at, canUseCode),
    });
  });
}

/** @param at ISO 8601; leaves out discounts and pending updates that have ended by then */
function toDetails(row: UserSubscriptionRow, at: string, canUseCode: boolean): SubscriptionDetails {
  const { awaiting, scheduled } = row;
  return {
    subscription_id: row.id,
    subscription_status: row.status,
    price_id: row.priceId,
    current_period_end: toUnixSeconds(row.currentPeriodEnd),
    ends_at: toUnixSeconds(endOf(row)),
    ends_at_once: isEndingAtOnce(row, at),
    is_paid_longer: isOpen(row.status) && isPaidLonger(row, endOf(row)),
    has_left_owing: row.hasEndedUnpaid,
    can_use_comeback_code: canUseCode,
    renewal_pence: row.renewalPence,
    debit_answer_by: isDebitRunning({ status: row.status, brand: row.paymentMethodBrand })
      ? toUnixSeconds(dueAt(row.createdAt, DEBIT_ANSWER))
      : null,
    being_applied: beingApplied(row),
    items: row.items.map((item) => ({
      price_id: item.priceId,
      name: itemName(item),
      amount_pence: item.amountPence,
      quantity: item.quantity,
    })),
    payments: toPayments(paymentsOf(row)),
    ...toCollection(row),
    discounts: toDiscounts(row, at),
    scheduled:
      scheduled === null
        ? null
        : {
            price_ids: cataloguePriceIds(scheduled.items),
            names: itemNames(toldItems(scheduled.items)),
            at: toUnixSeconds(scheduled.at),
          },
    awaiting:
      awaiting === null || Date.parse(awaiting.expiresAt) <= Date.parse(at)
        ? null
        : {
            names: itemNames(awaiting.items ?? awaiting.priceIds),
            expires_at: toUnixSeconds(awaiting.expiresAt),
          },
    offer: offerErrorOf(row) === null && row.duplicateOf === null ? toOfferPayments(row) : null,
    guarantee: guaranteeOf(row, at),
    promises: row.promises.map(({ rule, dueAt, keptAt }) => ({
      rule,
      due_at: toUnixSeconds(dueAt),
      kept_at: toUnixSeconds(keptAt),
    })),
    account_manager: row.accountManager,
    has_report: row.reportFigures !== null,
    report_figure: reportFigure(row.reportFigures ?? []),
    is_email_undeliverable: row.isEmailUndeliverable,
    needs_card: row.needsCard,
    others: row.others.map(toOther),
  };
}

function reportFigure(figures: readonly PlatformFigures[]): SubscriptionDetails["report_figure"] {
  const [best] = bestFigures(figures, 1);
  return best === undefined ? null : bestFigureLabels(best);
}

function toOther(
  other: UserSubscriptionRow["others"][number],
): SubscriptionDetails["others"][number] {
  return {
    subscription_id: other.id,
    names: itemNames(toldItems(other.items)),
    payments: toPayments(upcomingPayments(other)),
    ...toCollection(other),
    ends_at: toUnixSeconds(other.endsAt),
    is_payment_due: isPaymentDue(other.status),
  };
}

function isEndingAtOnce(row: UserSubscriptionRow, at: string): boolean {
  const { status, renewalPence, promisedEndAt: end } = row;
  if (row.pendingAction === "cancel") return end !== null && Date.parse(end) <= Date.parse(at);
  return isOpen(status) && !row.isEnding && cancelsImmediately({ status, renewalPence });
}

function beingApplied(row: UserSubscriptionRow): SubscriptionDetails["being_applied"] {
  if (!isOpen(row.status)) return [];
  const pending: SubscriptionDetails["being_applied"] = [];
  if (row.pendingAction === "cancel") pending.push("cancellation");
  if (row.pendingAction === "resume") pending.push("resumption");
  if (row.acceptedOffer?.state === "pending") pending.push("discount");
  return pending;
}

function guaranteeOf(row: UserSubscriptionRow, at: string): SubscriptionDetails["guarantee"] {
  // A refund that the bank sent back no longer counts as refunded.
  const hasFailed = row.refundRequest === "refunded" && row.paidPence > 0;
  const isAvailable = refundError({ ...row, refundRequest: null }, at) === null && !row.needsCard;
  return {
    state: hasFailed
      ? "failed"
      : (row.refundRequest ?? (isAvailable ? "available" : "unavailable")),
    until: row.firstPaidAt === null ? null : toUnixSeconds(guaranteeEnd(row.firstPaidAt)),
  };
}

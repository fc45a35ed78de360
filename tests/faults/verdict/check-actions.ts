import { isOpen } from "#contracts/billing/subscription-status.ts";
import type { ActionKind, CustomerAction } from "../clients/customer-actions.ts";
import { sorted } from "./check-billing.ts";
import {
  type BillingState,
  countBy,
  expectOne,
  type Records,
  type Violation,
  violation,
} from "./state.ts";

interface ActionResults extends BillingState, Pick<Records, "accounts" | "events"> {
  readonly actions: readonly CustomerAction[];
}

export function checkActions(results: ActionResults): Violation[] {
  return [
    ...checkAccounts(results),
    ...checkPurchases(results),
    ...checkSubscriptionRequests(results),
    ...checkPlanChanges(results),
    ...checkRefunds(results),
  ];
}

function checkAccounts({ actions, accounts, events }: ActionResults): Violation[] {
  const rows = countBy(accounts, ({ email }) => email);
  const created = countBy(
    events.filter(({ type }) => type === "AccountCreated"),
    ({ email }) => email ?? "",
  );
  const signedUp = new Set(actions.filter(isAccepted("sign-up")).map(({ email }) => email));
  return [...signedUp].flatMap((email) => [
    ...expectOne(email, rows.get(email) ?? 0, "account"),
    ...expectOne(email, created.get(email) ?? 0, "AccountCreated"),
  ]);
}

function checkPurchases({ actions, saved, atStripe, events }: ActionResults): Violation[] {
  const count = countBy(events, ({ type, subscriptionId }) => `${type} ${subscriptionId ?? ""}`);
  return [
    ...actions
      .filter(isAccepted("checkout"))
      .filter(({ subscriptionId }) => !atStripe.some(({ id }) => id === subscriptionId))
      .map(({ email }) => violation("lost", email, "has no subscription after the payment")),
    ...saved
      .filter(({ status }) => status !== "incomplete" && status !== "incomplete_expired")
      .flatMap(({ id, status, isDuplicate }) => {
        const type = isDuplicate ? "DuplicateSubscriptionFound" : "CheckoutCompleted";
        const hasEnded = status === "canceled" && !isDuplicate;
        return [
          ...expectOne(id, count.get(`${type} ${id}`) ?? 0, type),
          ...(hasEnded
            ? expectOne(id, count.get(`SubscriptionEnded ${id}`) ?? 0, "SubscriptionEnded")
            : []),
        ];
      }),
  ];
}

function checkSubscriptionRequests(results: ActionResults): Violation[] {
  const actions = Map.groupBy(results.actions, ({ subscriptionId }) => subscriptionId);
  return [
    ...results.subscriptionRequests
      .filter(({ state }) => state === "pending")
      .map(({ subscriptionId, kind }) => violation("lost", subscriptionId, `${kind} is pending`)),
    ...results.offers
      .filter(({ state }) => state === "pending")
      .map(({ subscriptionId }) => violation("lost", subscriptionId, "the offer is pending")),
    ...results.atStripe.flatMap((subscription) =>
      checkRequestsOf(subscription, actions.get(subscription.id) ?? [], results),
    ),
  ];
}

function checkRequestsOf(
  { id, status, isCancelScheduled }: ActionResults["atStripe"][number],
  actions: readonly CustomerAction[],
  { events, offers, subscriptionRequests }: ActionResults,
): Violation[] {
  const violations: Violation[] = [];
  const expected = expectedRequests(actions);
  const recorded = events
    .filter(({ subscriptionId, actor }) => subscriptionId === id && actor === "user")
    .map(({ type }) => type)
    .filter((type) => REQUEST_EVENTS.has(type));
  const unknown = actions.filter(
    (action) => hasUnknownOutcome(action) && REQUEST_KINDS.has(action.kind),
  ).length;
  if (unknown === 0 && recorded.join() !== expected.types.join()) {
    const kind = recorded.length > expected.types.length ? "duplicated" : "lost";
    const message = `has events ${recorded.join(", ") || "none"} for ${expected.types.join(", ") || "none"}`;
    violations.push(violation(kind, id, message));
  }
  if (recorded.length > expected.types.length + unknown) {
    const message = `has ${recorded.length} events for ${expected.types.length} requests`;
    violations.push(violation("duplicated", id, message));
  }
  const accepted = recorded.filter((type) => type === "RetentionApplied").length;
  const offer = offers.find(({ subscriptionId }) => subscriptionId === id);
  if (accepted > 1 && offer?.state !== "rejected") {
    violations.push(violation("duplicated", id, `accepted the offer ${accepted} times`));
  }
  if (accepted > 0 && offer === undefined) {
    violations.push(violation("lost", id, "accepted the offer, and no row says so"));
  }
  const isRejected = subscriptionRequests.some(
    ({ subscriptionId, state }) => subscriptionId === id && state === "rejected",
  );
  const isCertain = isOpen(status) && unknown === 0 && !isRejected;
  if (isCertain && isCancelScheduled !== expected.isCancelled) {
    const message = `${isCancelScheduled ? "ends" : "goes on"}, and its user asked otherwise`;
    violations.push(violation("wrong", id, message));
  }
  return violations;
}

const REQUEST_KINDS: ReadonlySet<ActionKind> = new Set(["accept-offer", "cancel", "resume"]);
const REQUEST_EVENTS: ReadonlySet<string> = new Set([
  "RetentionApplied",
  "SubscriptionCancelled",
  "SubscriptionResumed",
]);

function expectedRequests(actions: readonly CustomerAction[]): {
  types: string[];
  isCancelled: boolean;
} {
  const types: string[] = [];
  let isCancelled = false;
  let hasOffer = false;
  for (const { kind } of actions.filter((action) => action.isAccepted)) {
    if (kind === "cancel" && !isCancelled) types.push("SubscriptionCancelled");
    if (kind === "resume" && isCancelled) types.push("SubscriptionResumed");
    if (kind === "accept-offer" && !hasOffer) types.push("RetentionApplied");
    if (kind === "cancel") isCancelled = true;
    if (kind === "resume" || (kind === "accept-offer" && !hasOffer)) isCancelled = false;
    if (kind === "accept-offer") hasOffer = true;
  }
  return { types, isCancelled };
}

function checkPlanChanges({ actions, atStripe }: ActionResults): Violation[] {
  return atStripe.flatMap(({ id, status, priceIds, changesPaid }) => {
    const violations: Violation[] = [];
    const changes = actions.filter(
      ({ subscriptionId, kind }) => subscriptionId === id && kind === "plan-change",
    );
    const charged = changes.filter(
      (one) => one.isAccepted && one.change?.isCharged === true,
    ).length;
    const unknown = changes.filter(hasUnknownOutcome).length;
    if (changesPaid < charged) {
      violations.push(violation("lost", id, `has ${changesPaid} paid changes of ${charged}`));
    }
    if (changesPaid > charged + unknown) {
      violations.push(violation("duplicated", id, `paid ${changesPaid} of ${charged} changes`));
    }
    const isScheduled = changes.some(({ change }) => change?.when === "period_end");
    const last = changes.findLast((one) => one.isAccepted);
    const isCertain = isOpen(status) && unknown === 0 && !isScheduled && last?.change != null;
    if (isCertain && sorted(last.change.priceIds) !== sorted(priceIds)) {
      const message = `is ${sorted(priceIds)} after a change to ${sorted(last.change.priceIds)}`;
      violations.push(violation("wrong", id, message));
    }
    return violations;
  });
}

function checkRefunds({ actions, refundRequests, atStripe, events }: ActionResults): Violation[] {
  const requests = countBy(refundRequests, ({ subscriptionId }) => subscriptionId);
  const issued = countBy(
    events.filter(({ type }) => type === "RefundIssued"),
    ({ orderId, refundedPence }) => `${orderId ?? ""} at ${refundedPence ?? 0} pence`,
  );
  return [
    ...actions
      .filter(isAccepted("refund"))
      .flatMap(({ subscriptionId: id }) =>
        expectOne(id ?? "", requests.get(id ?? "") ?? 0, "refund request"),
      ),
    ...refundRequests
      .filter(({ state }) => state !== "refunded")
      .map(({ subscriptionId, state }) =>
        violation("lost", subscriptionId, `has a refund request that is ${state}`),
      ),
    ...refundRequests
      .flatMap(({ subscriptionId }) => atStripe.filter(({ id }) => id === subscriptionId))
      .flatMap(({ id, status, payments }) => [
        ...(isOpen(status) ? [violation("lost", id, "was refunded and is open")] : []),
        ...payments
          .filter(({ refundedPence, paidPence }) => refundedPence < paidPence)
          .map((payment) => violation("lost", payment.id, "was not refunded")),
      ]),
    ...[...issued]
      .filter(([, count]) => count > 1)
      .map(([about, count]) => violation("duplicated", about, `has ${count} RefundIssued events`)),
  ];
}

function isAccepted(kind: ActionKind): (action: CustomerAction) => boolean {
  return (action) => action.kind === kind && action.isAccepted;
}

/** True when an attempt may have taken effect although the last one was rejected. */
function hasUnknownOutcome({ isAccepted: wasAccepted, attempts }: CustomerAction): boolean {
  return (
    !wasAccepted &&
    attempts.some(
      (attempt) => attempt.outcome === "no response" || attempt.status >= 500 || !attempt.wasHeard,
    )
  );
}

import { isOpen } from "#contracts/billing/subscription-status.ts";
import type { Outage, Violation } from "../judge.ts";

export type CustomerActionKind =
  | "sign-up"
  | "checkout"
  | "change"
  | "withdraw"
  | "claim"
  | "cancel"
  | "keep"
  | "refund"
  | "look";

export type CustomerActionAttempt = { readonly sentMs: number; readonly endedMs: number } & (
  | {
      readonly outcome: "answer";
      readonly status: number;
      readonly code: string | null;
      readonly wasHeard: boolean;
    }
  | { readonly outcome: "silence"; readonly reason: string }
);

export interface CustomerAction {
  readonly who: string;
  readonly kind: CustomerActionKind;
  readonly subscriptionId: string | null;
  readonly attempts: readonly CustomerActionAttempt[];
  readonly isAccepted: boolean;
  readonly change: {
    readonly when: "now" | "period_end";
    readonly priceIds: readonly string[];
    readonly isCharged: boolean;
  } | null;
}

export interface SeenEvent {
  readonly id: string;
  readonly type: string;
  readonly actor: string;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  readonly refundedPence: number | null;
  readonly who: string | null;
  readonly state: "open" | "completed" | "dead";
  readonly effects: readonly string[];
}

export interface SeenEffect {
  readonly eventId: string;
  readonly effect: string;
  readonly status: string;
  readonly key: string;
  readonly externalId: string | null;
  readonly lastError: string | null;
}

export interface SeenSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly status: string;
  readonly isEnding: boolean;
  readonly priceIds: readonly string[];
  readonly coupons: readonly string[];
}

export interface Seen {
  readonly acts: readonly CustomerAction[];
  readonly accounts: readonly { readonly who: string }[];
  readonly owners: ReadonlyMap<string, string>;
  readonly events: readonly SeenEvent[];
  readonly effects: readonly SeenEffect[];
  readonly audits: readonly { readonly eventId: string | null; readonly action: string }[];
  readonly mails: readonly { readonly key: string | null; readonly to: string }[];
  readonly subscriptionRequests: readonly {
    readonly subscriptionId: string;
    readonly kind: "cancel" | "resume";
    readonly state: string;
  }[];
  readonly redemptions: readonly {
    readonly subscriptionId: string;
    readonly state: "pending" | "applied" | "rejected";
  }[];
  readonly refundRequests: readonly { readonly subscriptionId: string; readonly state: string }[];
  readonly kept: readonly (SeenSubscription & { readonly isDuplicate: boolean })[];
  readonly there: readonly (SeenSubscription & {
    readonly changesPaid: number;
    readonly payments: readonly {
      readonly id: string;
      readonly paidPence: number;
      readonly refundedPence: number;
      readonly refunds: number;
    }[];
  })[];
  readonly drifted: number;
}

const RETENTION_COUPONS = new Set(["tidepost_retention_20", "tidepost_retention_20_longer"]);
const REFUSED = "StripeRejected: Stripe: ";
const ALERT = "alert.";
const MAIL = /mail|reply|notice/;

const FAIR_REFUSALS = new Set([
  "amount_changed",
  "change_refused",
  "guarantee_over",
  "no_subscription",
  "offer_used",
  "payment_due",
  "refund_asked",
  "subscription_ending",
  // The previous attempt used the code, or a later email replaced it.
  "otp_expired",
  "email_not_confirmed",
  "over_email_send_rate_limit",
]);
const PASSING_REFUSALS = new Set(["unavailable", "service_unavailable", "payments_unavailable"]);

/** Checks each attempt: a response or a clear error; no response only while the edge was down. */
export function checkActions(
  acts: readonly CustomerAction[],
  edgeOutages: readonly Outage[],
): Violation[] {
  return acts.flatMap(({ who, kind, attempts }) =>
    attempts.flatMap((attempt): Violation[] => {
      const wrong = (sentence: string): Violation[] => [
        breach("wrong", who, `${kind} ${sentence}`),
      ];
      if (attempt.outcome === "silence") {
        const isExcused = edgeOutages.some(
          ({ fromMs, toMs }) => attempt.sentMs <= toMs && attempt.endedMs >= fromMs,
        );
        if (isExcused) return [];
        const tookMs = Math.round(attempt.endedMs - attempt.sentMs);
        return wrong(`got no answer in ${tookMs} ms from a living edge: ${attempt.reason}`);
      }
      const { status, code } = attempt;
      if (status >= 200 && status < 300) return [];
      const isFair =
        (status === 503 && PASSING_REFUSALS.has(code ?? "")) ||
        (status >= 400 && status < 500 && FAIR_REFUSALS.has(code ?? ""));
      return isFair ? [] : wrong(`was refused with ${status} and code ${code ?? "none"}`);
    }),
  );
}

/** Checks events, effects, audit rows and emails: each effect ran once. */
export function checkEvents(
  seen: Pick<Seen, "events" | "effects" | "audits" | "mails">,
): Violation[] {
  const violations: Violation[] = [];
  const effects = Map.groupBy(seen.effects, ({ eventId }) => eventId);
  const audits = countBy(seen.audits, ({ eventId, action }) => `${eventId ?? ""} ${action}`);
  const mails = countBy(seen.mails, ({ key }) => key ?? "");
  const refusedOnes = new Set(
    seen.events
      .filter(({ type }) => type === "SubscriptionRequestRejected")
      .map(({ subscriptionId }) => subscriptionId),
  );
  for (const event of seen.events) {
    const about = `${event.type} ${event.id}`;
    const own = effects.get(event.id) ?? [];
    if (event.state === "open") violations.push(breach("lost", about, "was left open"));
    for (const name of event.effects) {
      if (own.some(({ effect }) => effect === name)) continue;
      violations.push(breach("lost", about, `has no effect ${name}`));
    }
    for (const { effect, status, key, externalId, lastError } of own) {
      if (!event.effects.includes(effect)) {
        violations.push(breach("wrong", about, `has an effect ${effect} that nobody asked for`));
      }
      if (status !== "done") {
        // Only a permanent rejection by Stripe may be dead-lettered, and the customer was
        // notified.
        const isRefused =
          status === "dead" &&
          effect === "apply-subscription-request" &&
          (lastError ?? "").startsWith(REFUSED) &&
          refusedOnes.has(event.subscriptionId);
        if (isRefused) continue;
        violations.push(
          breach("lost", about, `has ${effect} ${status}: ${lastError ?? "no error"}`),
        );
        continue;
      }
      const rows = audits.get(`${event.id} effect.${effect}`) ?? 0;
      if (rows === 0) violations.push(breach("lost", about, `has no audit row of ${effect}`));
      if (rows > 1)
        violations.push(breach("duplicated", about, `has ${rows} audit rows of ${effect}`));
      if (!MAIL.test(effect) || externalId === null) continue;
      const sent = mails.get(key) ?? 0;
      if (sent === 0) violations.push(breach("lost", about, `sent no mail with ${effect}`));
      if (sent > 1)
        violations.push(breach("duplicated", about, `sent ${sent} mails with ${effect}`));
    }
  }
  const keys = new Set(
    seen.effects.filter(({ status }) => status === "done").map(({ key }) => key),
  );
  for (const { key, to } of seen.mails) {
    const isAlert = key?.startsWith(ALERT) === true;
    if (key !== null && !isAlert && !keys.has(key)) {
      violations.push(breach("wrong", to, `got a mail of no fact (${key})`));
    }
  }
  return violations;
}

export function checkBillingRecords(
  seen: Pick<Seen, "kept" | "there" | "owners" | "drifted" | "redemptions">,
): Violation[] {
  const violations: Violation[] = [];
  const living = new Map<string, number>();
  for (const { customerId, status } of seen.there) {
    if (!isOpen(status)) continue;
    const who = seen.owners.get(customerId) ?? customerId;
    living.set(who, (living.get(who) ?? 0) + 1);
  }
  for (const [who, count] of living) {
    if (count > 1) violations.push(breach("duplicated", who, `has ${count} living subscriptions`));
  }
  const kept = new Map(seen.kept.map((row) => [row.id, row]));
  for (const there of seen.there) {
    const row = kept.get(there.id);
    if (row === undefined) {
      violations.push(breach("lost", there.id, "is at the provider alone"));
      continue;
    }
    for (const [what, ours, theirs] of [
      ["status", row.status, there.status],
      ["end", String(row.isEnding), String(there.isEnding)],
      ["items", named(row.priceIds), named(there.priceIds)],
      ["coupons", named(row.coupons), named(there.coupons)],
    ] as const) {
      if (ours === theirs) continue;
      violations.push(breach("wrong", there.id, `has ${what} ${ours} here and ${theirs} there`));
    }
    const given = there.coupons.filter((coupon) => RETENTION_COUPONS.has(coupon)).length;
    if (given > 1) violations.push(breach("duplicated", there.id, `has the offer ${given} times`));
    const isTaken = seen.redemptions.some(({ subscriptionId }) => subscriptionId === there.id);
    if (given > 0 && !isTaken) {
      violations.push(breach("wrong", there.id, "has the offer, which nobody took"));
    }
    for (const payment of there.payments) {
      if (payment.refunds > 1) {
        violations.push(
          breach("duplicated", payment.id, `was given back ${payment.refunds} times`),
        );
      }
      if (payment.refundedPence > payment.paidPence) {
        violations.push(breach("wrong", payment.id, "gave back more than was paid"));
      }
    }
    const isGone = row.isDuplicate && isOpen(there.status);
    const isKeptMoney =
      row.isDuplicate && there.payments.some((one) => one.refundedPence < one.paidPence);
    if (isGone || isKeptMoney) {
      violations.push(breach("lost", there.id, "is a second purchase that was not undone"));
    }
  }
  for (const { id } of seen.kept) {
    if (seen.there.some((there) => there.id === id)) continue;
    violations.push(breach("wrong", id, "is here alone"));
  }
  if (seen.drifted > 0) {
    violations.push(breach("wrong", "the check", `found ${seen.drifted} customers that differ`));
  }
  return violations;
}

export function checkRequests(seen: Seen): Violation[] {
  return [
    ...judgeAccounts(seen),
    ...judgePurchases(seen),
    ...judgeStayingAndLeaving(seen),
    ...judgeChanges(seen),
    ...judgeRefunds(seen),
  ];
}

function judgeAccounts({ acts, accounts, events }: Seen): Violation[] {
  const rows = countBy(accounts, ({ who }) => who);
  const made = countBy(
    events.filter(({ type }) => type === "AccountCreated"),
    ({ who }) => who ?? "",
  );
  const signedUp = new Set(acts.filter(isGranted("sign-up")).map(({ who }) => who));
  return [...signedUp].flatMap((who) => [
    ...exactlyOne(who, rows.get(who) ?? 0, "account"),
    ...exactlyOne(who, made.get(who) ?? 0, "AccountCreated"),
  ]);
}

function judgePurchases({ acts, kept, there, events }: Seen): Violation[] {
  const told = countBy(
    events.filter(({ type }) => ["CheckoutCompleted", "DuplicateSubscriptionFound"].includes(type)),
    ({ type, subscriptionId }) => `${type} ${subscriptionId ?? ""}`,
  );
  const ended = countBy(
    events.filter(({ type }) => type === "SubscriptionEnded"),
    ({ subscriptionId }) => subscriptionId ?? "",
  );
  const bought = acts
    .filter(isGranted("checkout"))
    .filter(({ subscriptionId }) => !there.some(({ id }) => id === subscriptionId))
    .map(({ who }) => breach("lost", who, "has no subscription after they have paid"));
  return [
    ...bought,
    ...kept
      .filter(({ status }) => status !== "incomplete" && status !== "incomplete_expired")
      .flatMap(({ id, status, isDuplicate }) => {
        const type = isDuplicate ? "DuplicateSubscriptionFound" : "CheckoutCompleted";
        return [
          ...exactlyOne(id, told.get(`${type} ${id}`) ?? 0, type),
          ...(status === "canceled" && !isDuplicate
            ? exactlyOne(id, ended.get(id) ?? 0, "SubscriptionEnded")
            : []),
        ];
      }),
  ];
}

function judgeStayingAndLeaving(seen: Seen): Violation[] {
  const violations: Violation[] = [];
  for (const { subscriptionId: id, state, kind } of seen.subscriptionRequests) {
    if (state === "pending") violations.push(breach("lost", id, `never came to ${kind}`));
  }
  for (const { subscriptionId: id, state } of seen.redemptions) {
    if (state === "pending") violations.push(breach("lost", id, "never got the offer"));
  }
  const acts = Map.groupBy(seen.acts, ({ subscriptionId }) => subscriptionId);
  for (const { id, status, isEnding } of seen.there) {
    const own = acts.get(id) ?? [];
    const { said, isLeaving } = sayingsOf(own);
    const told = seen.events
      .filter((event) => event.subscriptionId === id && event.actor === "user")
      .map(({ type }) => type)
      .filter((type) => SAYINGS.has(type));
    const doubtful = own.filter(
      (act) => isDoubtful(act) && ["claim", "cancel", "keep"].includes(act.kind),
    ).length;
    if (doubtful === 0 && told.join() !== said.join()) {
      const kind = told.length > said.length ? "duplicated" : "lost";
      const sentence = `was told ${told.join(", ") || "nothing"} for ${said.join(", ") || "nothing"}`;
      violations.push(breach(kind, id, sentence));
    }
    if (told.length > said.length + doubtful) {
      violations.push(
        breach("duplicated", id, `was told ${told.length} things for ${said.length}`),
      );
    }
    const claims = told.filter((type) => type === "RetentionApplied").length;
    const redemption = seen.redemptions.find(({ subscriptionId }) => subscriptionId === id);
    if (claims > 1 && redemption?.state !== "rejected") {
      violations.push(breach("duplicated", id, `took the offer ${claims} times`));
    }
    if (claims > 0 && redemption === undefined) {
      violations.push(breach("lost", id, "took the offer, and there is no word of it"));
    }
    const isRefused = seen.subscriptionRequests.some(
      (request) => request.subscriptionId === id && request.state === "rejected",
    );
    if (isOpen(status) && doubtful === 0 && !isRefused && isEnding !== isLeaving) {
      const sentence = `${isEnding ? "ends" : "goes on"}, and its owner said otherwise`;
      violations.push(breach("wrong", id, sentence));
    }
  }
  return violations;
}

const SAYINGS: ReadonlySet<string> = new Set([
  "RetentionApplied",
  "SubscriptionCancelled",
  "SubscriptionResumed",
]);

function sayingsOf(acts: readonly CustomerAction[]): { said: string[]; isLeaving: boolean } {
  const said: string[] = [];
  let isLeaving = false;
  let hasClaimed = false;
  for (const { kind, isAccepted } of acts) {
    if (!isAccepted) continue;
    if (kind === "cancel" && !isLeaving) said.push("SubscriptionCancelled");
    if (kind === "keep" && isLeaving) said.push("SubscriptionResumed");
    if (kind === "claim" && !hasClaimed) said.push("RetentionApplied");
    if (kind === "cancel") isLeaving = true;
    if (kind === "keep" || (kind === "claim" && !hasClaimed)) isLeaving = false;
    if (kind === "claim") hasClaimed = true;
  }
  return { said, isLeaving };
}

function judgeChanges({ acts, there }: Seen): Violation[] {
  const violations: Violation[] = [];
  for (const { id, status, priceIds, changesPaid } of there) {
    const changes = acts.filter((act) => act.subscriptionId === id && act.kind === "change");
    const paid = changes.filter((act) => act.isAccepted && act.change?.isCharged === true).length;
    const doubtful = changes.filter(isDoubtful).length;
    if (changesPaid < paid) {
      violations.push(breach("lost", id, `has ${changesPaid} paid changes of ${paid}`));
    }
    if (changesPaid > paid + doubtful) {
      violations.push(breach("duplicated", id, `paid ${changesPaid} times for ${paid} changes`));
    }
    const waits = changes.some((act) => act.change?.when === "period_end");
    const last = changes.findLast((act) => act.isAccepted);
    const isCertain = isOpen(status) && doubtful === 0 && !waits && last?.change != null;
    if (isCertain && named(last.change.priceIds) !== named(priceIds)) {
      const sentence = `is ${named(priceIds)} after a change to ${named(last.change.priceIds)}`;
      violations.push(breach("wrong", id, sentence));
    }
  }
  return violations;
}

function judgeRefunds({ acts, refundRequests, there, events }: Seen): Violation[] {
  const violations: Violation[] = [];
  const requests = countBy(refundRequests, ({ subscriptionId }) => subscriptionId);
  for (const { subscriptionId } of acts.filter(isGranted("refund"))) {
    violations.push(
      ...exactlyOne(
        subscriptionId ?? "",
        requests.get(subscriptionId ?? "") ?? 0,
        "refund request",
      ),
    );
  }
  for (const { subscriptionId: id, state } of refundRequests) {
    if (state !== "refunded")
      violations.push(breach("lost", id, `was to be refunded and is ${state}`));
    const provided = there.find((subscription) => subscription.id === id);
    if (provided === undefined) continue;
    if (isOpen(provided.status)) violations.push(breach("lost", id, "was refunded and lives"));
    for (const { id: payment, paidPence, refundedPence } of provided.payments) {
      if (refundedPence < paidPence) violations.push(breach("lost", payment, "was not given back"));
    }
  }
  const issued = countBy(
    events.filter(({ type }) => type === "RefundIssued"),
    ({ orderId, refundedPence }) => `${orderId ?? ""} at ${refundedPence ?? 0}`,
  );
  for (const [about, count] of issued) {
    if (count > 1)
      violations.push(breach("duplicated", about, `was told as refunded ${count} times`));
  }
  return violations;
}

function isGranted(kind: CustomerActionKind): (act: CustomerAction) => boolean {
  return (act) => act.kind === kind && act.isAccepted;
}

/**
 * True when the last attempt was rejected after one without a response, so its outcome is
 * unknown.
 */
function isDoubtful({ isAccepted, attempts }: CustomerAction): boolean {
  return (
    !isAccepted &&
    attempts.some(
      (attempt) => attempt.outcome === "silence" || attempt.status >= 500 || !attempt.wasHeard,
    )
  );
}

function exactlyOne(about: string, count: number, what: string): Violation[] {
  if (count === 0) return [breach("lost", about, `has no ${what}`)];
  return count === 1 ? [] : [breach("duplicated", about, `has ${count} of: ${what}`)];
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

function named(names: readonly string[]): string {
  return names.toSorted().join(" ") || "nothing";
}

function breach(kind: Violation["kind"], about: string, sentence: string): Violation {
  return { kind, about, sentence };
}

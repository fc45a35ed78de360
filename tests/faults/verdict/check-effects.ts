import { countBy, type Records, type SentMail, type Violation, violation } from "./state.ts";

const STRIPE_REJECTED = "StripeRejected: Stripe: ";
const SENDS_MAIL = /mail|reply|notice|notification|receipt/;

type EffectRow = Records["effects"][number];

/** Each event is completed, and each of its effects ran once: one audit row, at most one email. */
export function checkEffects(
  { events, effects, audits }: Records,
  mails: readonly SentMail[],
): Violation[] {
  const violations: Violation[] = [];
  const byEvent = Map.groupBy(effects, ({ eventId }) => eventId);
  const auditRows = countBy(audits, ({ eventId, action }) => `${eventId ?? ""} ${action}`);
  const sent = countBy(mails, ({ idempotencyKey }) => idempotencyKey ?? "");
  const notified = new Set(
    events
      .filter(({ type }) => type === "SubscriptionRequestRejected")
      .map(({ subscriptionId }) => subscriptionId),
  );
  for (const event of events) {
    const about = `${event.type} ${event.id}`;
    const own = byEvent.get(event.id) ?? [];
    if (event.state === "open") violations.push(violation("lost", about, "is still open"));
    for (const name of event.expectedEffects) {
      if (own.some(({ effect }) => effect === name)) continue;
      violations.push(violation("lost", about, `has no effect ${name}`));
    }
    for (const row of own) {
      const { effect, status, idempotencyKey, externalId, lastError } = row;
      if (!event.expectedEffects.includes(effect)) {
        violations.push(violation("wrong", about, `has an unexpected effect ${effect}`));
      }
      if (status !== "completed") {
        // Only a permanent rejection by Stripe may be dead-lettered, if the customer was notified.
        if (isRejection(row) && notified.has(event.subscriptionId)) continue;
        const error = lastError ?? "no error";
        violations.push(violation("lost", about, `has ${effect} ${status}: ${error}`));
        continue;
      }
      const rows = auditRows.get(`${event.id} effect.${effect}`) ?? 0;
      if (rows === 0) violations.push(violation("lost", about, `has no audit row of ${effect}`));
      if (rows > 1) {
        violations.push(violation("duplicated", about, `has ${rows} audit rows of ${effect}`));
      }
      if (!SENDS_MAIL.test(effect) || externalId === null) continue;
      const copies = sent.get(idempotencyKey) ?? 0;
      if (copies === 0) violations.push(violation("lost", about, `${effect} sent no email`));
      if (copies > 1) {
        violations.push(violation("duplicated", about, `${effect} sent ${copies} emails`));
      }
    }
  }
  const keys = new Set(
    effects.filter(({ status }) => status === "completed").map((row) => row.idempotencyKey),
  );
  for (const { idempotencyKey: key, to } of mails) {
    if (key === null || isAlert(key) || keys.has(key)) continue;
    violations.push(violation("wrong", to, `got an email of no completed effect (${key})`));
  }
  return violations;
}

function isRejection({ effect, status, lastError }: EffectRow): boolean {
  return (
    effect === "apply-subscription-request" &&
    status === "dead_lettered" &&
    (lastError ?? "").startsWith(STRIPE_REJECTED)
  );
}

/** Alerts belong to no effect, and come when their cause is noticed. */
export function isAlert(idempotencyKey: string | null): boolean {
  return idempotencyKey?.startsWith("alert.") === true;
}

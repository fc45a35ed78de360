import { BANK_HOLIDAYS_KNOWN_UNTIL } from "#contracts/bank-holidays.ts";
import type { Alert } from "#db/alerts/claim-deliveries.ts";
import { VIOLATION_LABELS } from "../ops/overview/violation-labels.ts";

const CAUSES: Readonly<Record<string, (count: string) => string>> = {
  test: () => "a test of npm run alert:test, nothing has happened",
  outbox: (count) => `${count} waiting to be published for more than five minutes`,
  drift: (count) => `${count} found: a customer differs from Stripe`,
  email: (count) => `${count} refused by Stripe, which keeps the earlier one`,
  bounce: (count) => `${count} not delivered: bounced, suppressed, failed or reported as spam`,
  event: (count) => `${count} dead-lettered before any effect`,
  check: () => "no completed drift check for more than 26 hours",
  unknown: () => "paying customers at Stripe whom we do not know",
  finalization: (count) => `${count} not finalized by Stripe, so no payment is taken`,
  dispute: (count) => `${count} opened at Stripe`,
  dispute_due: (count) => `${count} to answer at Stripe within three days`,
  promise: (count) => `${count} to customers late for more than an hour`,
  holidays: () =>
    `no bank holidays known after ${BANK_HOLIDAYS_KNOWN_UNTIL}: contracts/bank-holidays.ts needs the next ones`,
  fraud: (count) => `${count} from Stripe: most become disputes unless refunded in full`,
  "refused:email_sent": () => "emails to new addresses refused: this hour’s budget is spent",
  "refused:email_sent_proven": () => "emails to users refused: this hour’s budget is spent",
  "refused:sms_sent": () => "SMS to new phones refused: this hour’s budget is spent",
  "refused:sms_sent_proven": () => "SMS to users refused: this hour’s budget is spent",
  ...Object.fromEntries(
    Object.entries(VIOLATION_LABELS).map(([invariant, label]) => [
      `invariant:${invariant}`,
      (count: string) => `${count}: ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    ]),
  ),
};

const NOUNS: Readonly<Record<string, [one: string, many: string]>> = {
  outbox: ["event", "events"],
  drift: ["drift", "drifts"],
  email: ["account email", "account emails"],
  bounce: ["email", "emails"],
  event: ["event", "events"],
  dispute: ["dispute", "disputes"],
  finalization: ["invoice", "invoices"],
  dispute_due: ["dispute", "disputes"],
  promise: ["promise", "promises"],
  fraud: ["early fraud warning", "early fraud warnings"],
  invariant: ["violation", "violations"],
};

export function describeAlert({ cause, count }: Alert): string {
  const [one, many] = NOUNS[cause.replace(/^(invariant):.*/, "$1")] ?? ["effect", "effects"];
  const counted = `${count} ${count === 1 ? one : many}`;
  const describe = CAUSES[cause];
  if (describe !== undefined) return describe(counted);
  const name = cause.replace(/^effect:/, "");
  return `${counted} “${name}” dead-lettered`;
}

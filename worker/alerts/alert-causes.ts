import { BANK_HOLIDAYS_KNOWN_UNTIL } from "#contracts/bank-holidays.ts";
import { ALERT_CAUSES, type AlertCause } from "#db/alerts/alert-cause.ts";
import type { Alert } from "#db/alerts/claim-deliveries.ts";
import type { RefusalCause } from "#db/schema/events.ts";
import { eventListUrl } from "../ops/events/list-query.ts";
import { VIOLATION_LABELS } from "../ops/overview/violation-labels.ts";
import { paths } from "../ops/paths.ts";

type CauseTexts = {
  /** Null: the description has no count. */
  noun: readonly [one: string, many: string] | null;
  /** @param name of the effect, the invariant or the budget */
  describe: (counted: string, name: string) => string;
  path: (alert: Alert, name: string) => string;
};

const REFUSED: Readonly<Record<RefusalCause, string>> = {
  email_sent: "emails to new addresses refused: this hour’s budget is spent",
  email_sent_proven: "emails to users refused: this hour’s budget is spent",
  sms_sent: "SMS to new phones refused: this hour’s budget is spent",
  sms_sent_proven: "SMS to users refused: this hour’s budget is spent",
  auto_replies_half: "half of the day’s auto-replies to strangers are sent: more than usual ask",
};

const CAUSES: Readonly<Record<AlertCause, CauseTexts>> = {
  outbox: {
    noun: ["event", "events"],
    describe: (counted) => `${counted} waiting to be published for more than five minutes`,
    path: eventOr({ state: "stuck" }),
  },
  event: {
    noun: ["event", "events"],
    describe: (counted) => `${counted} dead-lettered before any effect`,
    path: eventOr({ state: "failed" }),
  },
  effect: {
    noun: ["effect", "effects"],
    describe: (counted, name) => `${counted} “${name}” dead-lettered`,
    path: eventOr({ state: "failed" }),
  },
  invariant: {
    noun: ["violation", "violations"],
    describe: (counted, name) => `${counted}: ${lowerFirst(labelOf(VIOLATION_LABELS, name))}`,
    path: () => `${paths.overview}#invariants`,
  },
  refused: {
    noun: null,
    describe: (_, name) => labelOf(REFUSED, name),
    path: (alert, name) => {
      if (name === "auto_replies_half") return eventListUrl({ type: "ContactSubmitted" });
      const type = name.startsWith("sms") ? "AuthSmsRequested" : "AuthMailRequested";
      return eventOr({ type })(alert);
    },
  },
  drift: {
    noun: ["drift", "drifts"],
    describe: (counted) => `${counted} found: a customer differs from Stripe`,
    path: eventOr({ type: "BillingDriftFound" }),
  },
  check: {
    noun: null,
    describe: () => "no completed drift check for more than 26 hours",
    path: eventOr({ type: "BillingChecked" }),
  },
  unknown: {
    noun: null,
    describe: () => "paying customers at Stripe whom we do not know",
    path: ({ example }) => paths.event(example),
  },
  email: {
    noun: ["account email", "account emails"],
    describe: (counted) => `${counted} refused by Stripe, which keeps the earlier one`,
    path: eventOr({ type: "AccountEmailRefused" }),
  },
  bounce: {
    noun: ["email", "emails"],
    describe: (counted) =>
      `${counted} not delivered: bounced, suppressed, failed or reported as spam`,
    // The newest of several.
    path: ({ example }) => (example === "" ? paths.overview : paths.event(example)),
  },
  finalization: {
    noun: ["invoice", "invoices"],
    describe: (counted) => `${counted} not finalized by Stripe, so no payment is taken`,
    path: customerPath,
  },
  fraud: {
    noun: ["early fraud warning", "early fraud warnings"],
    describe: (counted) => `${counted} from Stripe: most become disputes unless refunded in full`,
    path: customerPath,
  },
  dispute: {
    noun: ["dispute", "disputes"],
    describe: (counted) => `${counted} opened at Stripe`,
    path: () => paths.disputes,
  },
  dispute_due: {
    noun: ["dispute", "disputes"],
    describe: (counted) => `${counted} to answer at Stripe within three days`,
    path: () => paths.disputes,
  },
  schedule: {
    noun: ["schedule", "schedules"],
    describe: (counted) => `${counted} failed, or left out the rows that the event names`,
    path: eventOr({ type: "ScheduleFailed" }),
  },
  status: {
    noun: ["subscription, invoice or dispute", "subscriptions, invoices or disputes"],
    describe: (counted) => `${counted} with a status at Stripe that is new to us`,
    path: customerPath,
  },
  collection: {
    noun: ["subscription", "subscriptions"],
    describe: (counted) =>
      `${counted} whose payments we cannot name: another currency, interval or price, or no preview at Stripe`,
    path: customerPath,
  },
  promise: {
    noun: ["promise", "promises"],
    describe: (counted) => `${counted} to customers late for more than an hour`,
    path: () => paths.promises,
  },
  holidays: {
    noun: null,
    describe: () =>
      `no bank holidays known after ${BANK_HOLIDAYS_KNOWN_UNTIL}: contracts/bank-holidays.ts needs the next ones`,
    path: () => paths.promises,
  },
  test: {
    noun: null,
    describe: () => "a test of npm run alert:test, nothing has happened",
    path: () => paths.overview,
  },
};

/** Of a newer worker. */
const OTHER: CauseTexts = {
  noun: ["alert", "alerts"],
  describe: (counted, name) => `${counted} of “${name}”`,
  path: () => paths.overview,
};

export function describeAlert({ cause, count }: Alert): string {
  const { texts, name } = textsOf(cause);
  const [one, many] = texts.noun ?? ["", ""];
  return texts.describe(`${count} ${count === 1 ? one : many}`, name);
}

export function alertPath(alert: Alert): string {
  const { texts, name } = textsOf(alert.cause);
  return texts.path(alert, name);
}

function textsOf(cause: string): { texts: CauseTexts; name: string } {
  const [kind = "", name = ""] = cause.split(":");
  const known = ALERT_CAUSES.find((one) => one === kind);
  return known === undefined ? { texts: OTHER, name: cause } : { texts: CAUSES[known], name };
}

/** The only event, or the list of those that the query names. */
function eventOr(query: Parameters<typeof eventListUrl>[0]): (alert: Alert) => string {
  return ({ count, example }) =>
    count === 1 && example !== "" ? paths.event(example) : eventListUrl(query);
}

function customerPath({ example }: Alert): string {
  return example === "" ? eventListUrl({ type: "StripeEventReceived" }) : paths.customer(example);
}

/** The name itself when a newer worker wrote it. */
function labelOf(labels: Readonly<Record<string, string>>, name: string): string {
  return labels[name] ?? name;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

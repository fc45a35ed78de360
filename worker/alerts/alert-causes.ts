import { BANK_HOLIDAYS_KNOWN_UNTIL } from "#contracts/bank-holidays.ts";
import { COMPANY } from "#contracts/company.ts";
import { counted } from "#contracts/counted.ts";
import { londonTime } from "#contracts/due-times.ts";
import { spanShort } from "#contracts/spans.ts";
import { type AlertCause, LASTING_CAUSES } from "#db/alerts/alert-cause.ts";
import type { Alert } from "#db/alerts/change-deliveries.ts";
import type { RefusalCause } from "#db/schema/events.ts";
import { effectLabel } from "../event-labels.ts";
import { eventListUrl, opsLinks } from "../ops-links.ts";
import type { EffectQueue } from "../pipeline/queues.ts";
import { VIOLATION_LABELS } from "./violation-labels.ts";

type CauseTexts = {
  /** Null: the description has no count. */
  noun: readonly [one: string, many: string] | null;
  /** @param name of the effect, the queue, the invariant or the budget */
  describe: (counted: string, name: string) => string;
  path: (alert: Pick<Alert, "count" | "since" | "detail" | "example">, name: string) => string;
};

const REFUSED: Readonly<Record<RefusalCause, string>> = {
  email_sent: "emails to new addresses refused: this hour’s budget is spent",
  email_sent_proven: "emails to users refused: this hour’s budget is spent",
  sms_sent: "SMS to new phones refused: this hour’s budget is spent",
  sms_sent_proven: "SMS to users refused: this hour’s budget is spent",
  auto_replies_half: "half of the day’s auto-replies to strangers are sent: more than usual ask",
};

/** What waits in each queue while its company refuses or does not answer. */
const FAILING: Readonly<Record<EffectQueue, readonly [one: string, many: string]>> = {
  email: ["email", "emails"],
  sms: ["text message", "text messages"],
  conversions: ["conversion for Meta", "conversions for Meta"],
  billing: ["act at Stripe", "acts at Stripe"],
  material: ["file", "files"],
  database: ["record", "records"],
};

const CAUSES: Readonly<Record<AlertCause, CauseTexts>> = {
  outbox: {
    noun: ["event", "events"],
    describe: (counted) => `${counted} waiting to be published for more than five minutes`,
    path: eventOr({ state: "stuck" }),
  },
  failing: {
    noun: null,
    describe: (counted, name) => {
      const [one, many] = FAILING[name as EffectQueue] ?? ["effect", "effects"];
      return `${counted} ${counted === "1" ? `${one} waits` : `${many} wait`} after a failed attempt`;
    },
    path: failuresPath,
  },
  edge: {
    noun: null,
    describe: () =>
      "the API refuses the worker, and probably webhooks: Cloudflare’s bot settings, a deploy or an outage",
    path: () => opsLinks.overview,
  },
  event: {
    noun: ["event", "events"],
    describe: (counted) => `${counted} dead-lettered before any effect`,
    path: eventOr({ state: "failed" }),
  },
  effect: {
    noun: ["effect", "effects"],
    describe: (counted, name) => `${counted} “${effectLabel(name)}” dead-lettered`,
    path: (alert, name) => failuresPath(alert, name, { state: "failed", effect: name }),
  },
  invariant: {
    noun: ["violation", "violations"],
    describe: (counted, name) => `${counted}: ${lowerFirst(labelOf(VIOLATION_LABELS, name))}`,
    path: () => `${opsLinks.overview}#invariants`,
  },
  unchecked: {
    noun: ["invariant", "invariants"],
    describe: (counted) => `${counted} not checked for three hours: schedules stand still`,
    path: () => `${opsLinks.overview}#invariants`,
  },
  refused: {
    noun: null,
    describe: (_, name) => labelOf(REFUSED, name),
    path: (alert, name) => {
      if (name === "auto_replies_half") return eventListUrl({ type: "ContactSubmitted" });
      const type = name.startsWith("sms") ? "AuthSmsRequested" : "AuthMailRequested";
      return eventOr({ type })(alert, name);
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
    path: ({ example }) => opsLinks.event(example),
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
    path: ({ example }) => (example === "" ? opsLinks.overview : opsLinks.event(example)),
  },
  text: {
    noun: ["code", "codes"],
    describe: (counted) => `${counted} by SMS or WhatsApp not delivered`,
    path: eventOr({ type: "AuthSmsRequested" }),
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
    path: () => opsLinks.disputes,
  },
  dispute_due: {
    noun: ["dispute", "disputes"],
    describe: (counted) => `${counted} to answer at Stripe within three days`,
    path: () => opsLinks.disputes,
  },
  schedule: {
    noun: ["schedule", "schedules"],
    describe: (counted) => `${counted} failed, or left out the rows that the event names`,
    path: eventOr({ type: "ScheduleFailed" }),
  },
  webhook: {
    noun: ["signed notification", "signed notifications"],
    describe: (counted) =>
      `${counted} of Stripe, Resend or Calendly that we cannot read: look there what happened`,
    path: eventOr({ type: "WebhookUnread" }),
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
    path: () => opsLinks.promises,
  },
  holidays: {
    noun: null,
    describe: () =>
      `no bank holidays known after ${BANK_HOLIDAYS_KNOWN_UNTIL}: contracts/bank-holidays.ts needs the next ones`,
    path: () => opsLinks.promises,
  },
  test: {
    noun: null,
    describe: () => "a test of npm run alert:test, nothing has happened",
    path: () => opsLinks.overview,
  },
};

/** A newer worker may know causes that this one does not. */
const OTHER: CauseTexts = {
  noun: ["alert", "alerts"],
  describe: (counted, name) => `${counted} of “${name}”`,
  path: () => opsLinks.overview,
};

/** One line, in which an all-clear says how long it lasted. */
export function describeAlert(alert: Described): string {
  const { cause, count, since, detail, endedAt } = alert;
  const { texts, name } = textsOf(cause);
  const [one, many] = texts.noun ?? ["", ""];
  const number = texts.noun === null ? String(count) : counted(count, one, many);
  const what = `${texts.describe(number, name)}${detail === null ? "" : `: ${detail.replace(/^Error: /, "")}`}`;
  if (endedAt === null) {
    return isLasting(cause) && since !== null ? `${what}, since ${formatTime(since)}` : what;
  }
  const lasted =
    since === null ? "" : ` after ${spanShort((Date.parse(endedAt) - Date.parse(since)) / 1_000)}`;
  return `Over${lasted}: ${what}`;
}

/** Without a number, for example `events waiting to be published for more than five minutes`. */
export function causeLabel(cause: string): string {
  const { texts, name } = textsOf(cause);
  return texts.describe(texts.noun?.[1] ?? "", name).trim();
}

type Described = Pick<Alert, "cause" | "count" | "since" | "detail" | "endedAt">;

export function alertPath(
  alert: Pick<Alert, "cause" | "count" | "since" | "detail" | "example">,
): string {
  const { texts, name } = textsOf(alert.cause);
  return texts.path(alert, name);
}

function isLasting(cause: string): boolean {
  return LASTING_CAUSES.some((one) => one === cause.split(":")[0]);
}

function textsOf(cause: string): { texts: CauseTexts; name: string } {
  const [kind = "", name = ""] = cause.split(":");
  return Object.hasOwn(CAUSES, kind)
    ? { texts: CAUSES[kind as AlertCause], name }
    : { texts: OTHER, name: cause };
}

/** The only event, or those that failed or wait with this error since it began. */
function failuresPath(
  { count, example, since, detail }: Parameters<CauseTexts["path"]>[0],
  _: string,
  query: Parameters<typeof eventListUrl>[0] = {},
): string {
  if (count === 1 && example !== "") return opsLinks.event(example);
  const from = since === null ? null : londonTime(Date.parse(since)).day;
  return eventListUrl({ ...query, error: detail, from });
}

const london = new Intl.DateTimeFormat("en-GB", {
  timeZone: COMPANY.timeZone,
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** For example `Sat 14:49`, in London. */
const formatTime = (iso: string): string => london.format(new Date(iso)).replace(",", "");

/** The only event, or the list of those that the query names. */
function eventOr(query: Parameters<typeof eventListUrl>[0]): CauseTexts["path"] {
  return ({ count, example }) =>
    count === 1 && example !== "" ? opsLinks.event(example) : eventListUrl(query);
}

function customerPath({ example }: { example: string }): string {
  return example === ""
    ? eventListUrl({ type: "StripeEventReceived" })
    : opsLinks.customer(example);
}

/** The name itself when a newer worker wrote it. */
function labelOf(labels: Readonly<Record<string, string>>, name: string): string {
  return labels[name] ?? name;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

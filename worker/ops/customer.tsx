/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import type { FC } from "hono/jsx";
import { planOf } from "#contracts/billing/plans.ts";
import { CANCEL_REASON_LABELS } from "#contracts/billing/retention-offer.ts";
import { DomainEvent, type EventType } from "#contracts/events/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import { findCustomerOfEvent } from "#db/ops/find-customer-of-event.ts";
import { searchCustomers, type CustomerSearchResult } from "#db/ops/search-customers.ts";
import { listEvents } from "#db/ops/list-events.ts";
import { findEventRecord } from "#db/ops/find-event.ts";
import {
  findCustomerHistory,
  type CustomerProfile,
  type CustomerEvent,
  type CustomerHistory,
} from "#db/ops/find-customer-history.ts";
import { recordReveal } from "#db/ops/record-reveal.ts";
import { isViewableMail } from "../mail-copies.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { eventNotFound, errorPage } from "./error-page.tsx";
import { skippedBecause } from "./event.tsx";
import { signedInOf } from "./require-operator.ts";
import { eventListUrl, EMPTY_QUERY } from "./list-query.ts";
import { EffectBadge, TimeLabel, EventStateBadge } from "./badges.tsx";
import { redactEmail, redactName } from "./redact.ts";
import { CsrfField, page } from "./page.tsx";
import { paths } from "./paths.ts";
import {
  CUSTOMER_ACTION_LABELS,
  effectLabel,
  EVENT_LABELS,
  STRIPE_EVENT_LABELS,
} from "./labels.ts";
import { NO_REASON, ReasonField, type ReasonInput, readReason } from "./confirm-form.tsx";
import { decryptText, encryptText } from "./encrypted-param.ts";
import type { EncryptionPurpose, Sessions } from "./session.ts";

const REVEALED_FOR_MS = 15 * 60_000;

export function customerRoutes(deps: OpsDeps, sessions: Sessions) {
  const keyOf = (c: Context<OpsEnv>, purpose: EncryptionPurpose) =>
    sessions.encryptionKey(signedInOf(c).session, purpose);

  async function isRevealed(c: Context<OpsEnv>, key: string): Promise<boolean> {
    const permission = await decryptText(keyOf(c, "reveal"), c.req.query("shown") ?? "");
    const [whose, untilMs] = (permission ?? "").split(" ");
    return whose === key && Number(untilMs) > deps.now().getTime();
  }

  return new Hono<OpsEnv>()
    .get("/", async (c) => {
      const sealed = c.req.query("q");
      const text = sealed === undefined ? null : await decryptText(keyOf(c, "search"), sealed);
      const found = text === null ? [] : await searchCustomers(deps.db, text);
      const [only] = found;
      if (only !== undefined && found.length === 1)
        return c.redirect(paths.customer(only.key), 303);
      const elsewhere =
        text === null || found.length > 0 ? null : await findPageOfId(deps, text.trim());
      if (elsewhere !== null) return c.redirect(elsewhere, 303);
      return page(
        c,
        { title: "Customers", current: "customers" },
        <>
          <h1>Customers</h1>
          <search>
            {/* POST, so that a name or an address stays out of browser histories. */}
            <form class="search" method="post" action={paths.searchCustomers}>
              <CsrfField token={signedInOf(c).csrfToken} />
              <label>
                Search by name, email address or id
                <input type="search" name="q" maxlength={254} autocomplete="off" required />
              </label>
              <button type="submit">Search</button>
            </form>
          </search>
          {sealed === undefined ? null : <Found people={found} />}
        </>,
      );
    })
    .post("/find", async (c) => {
      const text = await encryptText(keyOf(c, "search"), c.get("form").get("q") ?? "");
      return c.redirect(`${paths.customers}?q=${text}`, 303);
    })
    .get("/:key", async (c) => {
      const key = c.req.param("key");
      const record = await findCustomerHistory(deps.db, key);
      if (record !== null) {
        return customerPage(c, key, record, {
          isShown: await isRevealed(c, key),
          reason: NO_REASON,
        });
      }
      const elsewhere = await findPageOfId(deps, key);
      return elsewhere === null ? customerNotFound(c) : c.redirect(elsewhere, 303);
    })
    .post("/:key/unmask", async (c) => {
      const key = c.req.param("key");
      const record = await findCustomerHistory(deps.db, key);
      if (record === null) return customerNotFound(c);
      const reason = readReason(c.get("form"));
      if (reason.value === null) {
        return customerPage(c, key, record, { isShown: false, reason }, 422);
      }
      await recordReveal(deps.db, {
        key,
        requestedBy: signedInOf(c).session.name,
        reason: reason.value,
      });
      deps.log.info({ requestId: c.get("requestId"), key }, "ops_unmask");
      const untilMs = deps.now().getTime() + REVEALED_FOR_MS;
      const permission = await encryptText(keyOf(c, "reveal"), `${key} ${untilMs}`);
      return c.redirect(`${paths.customer(key)}?shown=${permission}`, 303);
    })
    .get("/:key/mails/:event/:effect", async (c) => {
      const { key, event: id, effect } = c.req.param();
      if (!(await isRevealed(c, key))) return c.redirect(paths.customer(key), 303);
      const [person, record] = await Promise.all([
        findCustomerHistory(deps.db, key),
        findEventRecord(deps.db, id),
      ]);
      // Only emails from this customer's page: the permission covers one customer.
      const isTheirs = person?.events.some((event) => event.id === id) === true;
      if (record === null || !isTheirs) return eventNotFound(c);
      const skipped = skippedBecause(record, effect);
      if (skipped !== null)
        return errorPage(c, 404, "Email not found", `It was not sent: ${skipped}.`);
      const mail = await deps.renderEmailCopy(toDomainShape(record.event), effect);
      if (mail === null) {
        return errorPage(c, 404, "Email not found", "This email cannot be shown.");
      }
      return page(
        c,
        { title: mail.subject, current: "customers" },
        <>
          <p class="kicker">
            <a href={customerUrl(c, key)}>Back to the customer</a>
          </p>
          <h1>{mail.subject}</h1>
          <p class="quiet">
            To {mail.to}. Rendered again from the event, with the customer's current data.
          </p>
          {/* No permissions: the email runs no script, opens nothing and has no origin. */}
          <iframe class="mail" title="Preview" sandbox="" srcdoc={mail.html} />
          <details>
            <summary>Plain text</summary>
            <pre>{mail.text}</pre>
          </details>
        </>,
      );
    });
}

const ANY_ID = /^[\w-]{3,255}$/;

async function findPageOfId(
  { db, findCustomerOfPayment }: OpsDeps,
  id: string,
): Promise<string | null> {
  if (!ANY_ID.test(id)) return null;
  const [owner] = await searchCustomers(db, id);
  if (owner !== undefined) return paths.customer(owner.key);
  const search = { by: "id", id } as const;
  const { events } = await listEvents(db, { ...EMPTY_QUERY, search, limit: 1 });
  const [event] = events;
  if (event !== undefined) {
    const key = await findCustomerOfEvent(db, event.id);
    return key === null ? eventListUrl({ q: id }) : paths.customer(key);
  }
  const customerId = await findCustomerOfPayment(id);
  const [payer] = customerId === null ? [] : await searchCustomers(db, customerId);
  return payer === undefined ? null : paths.customer(payer.key);
}

const customerNotFound = (c: Context<OpsEnv>) =>
  errorPage(
    c,
    404,
    "Customer not found",
    "The account may have been erased, or the id is incomplete.",
  );

const customerUrl = (c: Context<OpsEnv>, key: string): string => {
  const shown = c.req.query("shown");
  return shown === undefined
    ? paths.customer(key)
    : `${paths.customer(key)}?shown=${encodeURIComponent(shown)}`;
};

const Found: FC<{ people: readonly CustomerSearchResult[] }> = ({ people }) =>
  people.length === 0 ? (
    <div class="empty">
      <h2>No results</h2>
      <p>Try another spelling or an id.</p>
    </div>
  ) : (
    <ul class="log">
      {people.map((person) => (
        <li key={person.key}>
          <a href={paths.customer(person.key)}>
            {nameOf(person, false)} {person.email === null ? "" : redactEmail(person.email)}
          </a>
          {person.only_enquired ? (
            <span class="quiet">Enquiry only</span>
          ) : (
            <code>{person.key}</code>
          )}
        </li>
      ))}
    </ul>
  );

type Shown = { isShown: boolean; reason: ReasonInput };

function customerPage(
  c: Context<OpsEnv>,
  key: string,
  record: CustomerHistory,
  shown: Shown,
  status: 200 | 422 = 200,
) {
  const { person } = record;
  return page(
    c,
    { title: "Customer", current: "customers" },
    <>
      <p class="kicker">
        <a href={paths.customers}>Customers</a>
      </p>
      <h1>{nameOf(person, shown.isShown)}</h1>
      <div class="columns">
        <div>
          <section>
            <h2>History</h2>
            {record.signIns.length === 0 ? null : (
              <p class="quiet">
                Lists devices that are still signed in, and the last sign-in of the others.
              </p>
            )}
            <Timeline record={record} mailsAt={shown.isShown ? { c, key } : null} />
          </section>
        </div>
        <div>
          <Facts record={record} isShown={shown.isShown} />
          {shown.isShown ? null : (
            <section>
              <h2>Reveal personal data</h2>
              <p class="quiet">Shows the name, the email address and the emails that were sent.</p>
              <form class="stack" method="post" action={paths.reveal(key)}>
                <CsrfField token={signedInOf(c).csrfToken} />
                <ReasonField reason={shown.reason} />
                <button type="submit">Reveal for 15 minutes</button>
              </form>
            </section>
          )}
        </div>
      </div>
    </>,
    status,
  );
}

function nameOf(
  { first_name: first, last_name: last }: Pick<CustomerProfile, "first_name" | "last_name">,
  isShown: boolean,
): string {
  const names = [first, last].flatMap((name) => name ?? []);
  return names.length === 0
    ? "Unnamed customer"
    : names.map((name) => (isShown ? name : redactName(name))).join(" ");
}

const Facts: FC<{ record: CustomerHistory; isShown: boolean }> = ({ record, isShown }) => {
  const { person, subscriptions } = record;
  return (
    <section>
      <h2>Details</h2>
      <dl class="facts figures">
        {person.email === null ? null : (
          <Fact name="Email address">{isShown ? person.email : redactEmail(person.email)}</Fact>
        )}
        {person.user_id === null ? (
          <div>
            <dt>Account</dt>
            <dd>none</dd>
          </div>
        ) : (
          <Fact name="Account">{person.user_id}</Fact>
        )}
        {person.customer_ids.map((id) => (
          <Fact key={id} name="Stripe customer">
            {id}
          </Fact>
        ))}
        {person.since === null ? null : (
          <div>
            <dt>Since</dt>
            <dd>
              <TimeLabel iso={person.since} />
            </dd>
          </div>
        )}
        {person.last_sign_in_at === null ? null : (
          <div>
            <dt>Last signed in</dt>
            <dd>
              <TimeLabel iso={person.last_sign_in_at} />
            </dd>
          </div>
        )}
        {subscriptions.map((subscription) => (
          <div key={subscription.id}>
            <dt>Subscription</dt>
            <dd>
              {planOf(subscription.price_id)?.name ?? "Unknown plan"}, {subscription.status}
              {subscription.is_ending ? ", ending" : ""}
              {subscription.current_period_end === null ? null : (
                <>
                  , until <TimeLabel iso={subscription.current_period_end} />
                </>
              )}{" "}
              <code>{subscription.id}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

const Fact: FC<{ name: string; children: string }> = ({ name, children }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <code>{children}</code>
    </dd>
  </div>
);

type Entry = { at: string; words: string; detail: string | null; event: CustomerEvent | null };

export function timelineEntries(record: CustomerHistory): Entry[] {
  const entries: Entry[] = [
    ...record.events.map((event) => ({ at: event.occurred_at, ...eventEntry(event), event })),
    ...record.orders.map((order) => ({
      at: order.at,
      words: order.status === "pending" ? "Invoice sent" : "Charged",
      detail: `${formatGbp(order.amount_pence)}, ${order.status.replace("_", " ")}${
        order.refunded_pence === 0 ? "" : ` ${formatGbp(order.refunded_pence)}`
      } (${order.id})`,
      event: null,
    })),
    ...record.signIns.map(({ at, methods }) => ({
      at,
      words: "Signed in",
      detail: methods.length === 0 ? null : methods.join(", "),
      event: null,
    })),
    ...record.answers.map(({ at, kind, reason }) => ({
      at,
      words: CUSTOMER_ACTION_LABELS[kind],
      detail: reason === null ? null : CANCEL_REASON_LABELS[reason],
      event: null,
    })),
  ];
  return entries.toSorted((a, b) => b.at.localeCompare(a.at));
}

function eventEntry(event: CustomerEvent): Pick<Entry, "words" | "detail"> {
  const parsed = DomainEvent.safeParse(toDomainShape(event));
  if (parsed.success && parsed.data.type === "StripeEventReceived") {
    const { notification, objectId } = parsed.data.data;
    if (isDispute(notification)) {
      return { words: STRIPE_EVENT_LABELS[notification], detail: objectId };
    }
  }
  return { words: isKnown(event.type) ? EVENT_LABELS[event.type] : event.type, detail: null };
}

function isDispute(notification: string): notification is keyof typeof STRIPE_EVENT_LABELS {
  return Object.hasOwn(STRIPE_EVENT_LABELS, notification);
}

function isKnown(type: string): type is EventType {
  return Object.hasOwn(EVENT_LABELS, type);
}

const Timeline: FC<{
  record: CustomerHistory;
  mailsAt: { c: Context<OpsEnv>; key: string } | null;
}> = ({ record, mailsAt }) => {
  const entries = timelineEntries(record);
  if (entries.length === 0) return <p>Nothing yet.</p>;
  return (
    <ol class="timeline">
      {entries.map(({ at, words, detail, event }) => (
        <li
          key={`${at} ${event?.id ?? words}`}
          class={event === null ? "done" : event.state === "failed" ? "dead" : event.state}
        >
          <h3>
            {event === null ? (
              words
            ) : (
              <>
                <a href={paths.event(event.id)}>{words}</a>{" "}
                {event.state === "done" ? null : <EventStateBadge state={event.state} />}
              </>
            )}
          </h3>
          <p class="quiet figures">
            <TimeLabel iso={at} />
            {detail === null ? "" : ` · ${detail}`}
          </p>
          {event === null ? null : (
            <ul class="effects">
              {event.effects.filter(isShownInTimeline).map((row) => (
                <EffectBadge key={row.effect} {...row} words={effectLabel(row.effect)} />
              ))}
            </ul>
          )}
          {event === null || mailsAt === null ? null : <Mails event={event} at={mailsAt} />}
        </li>
      ))}
    </ol>
  );
};

const isShownInTimeline = ({ effect, status }: CustomerEvent["effects"][number]): boolean =>
  effect !== "audit" || status !== "done";

const Mails: FC<{ event: CustomerEvent; at: { c: Context<OpsEnv>; key: string } }> = ({
  event,
  at: { c, key },
}) => {
  const mails = event.effects.filter(
    ({ effect, status }) => status === "done" && isViewableMail(effect),
  );
  if (mails.length === 0) return null;
  const shown = encodeURIComponent(c.req.query("shown") ?? "");
  return (
    <p class="actions">
      {mails.map(({ effect }) => (
        <a key={effect} href={`${paths.mailCopy(key, event.id, effect)}?shown=${shown}`}>
          Read the {effectLabel(effect)}
        </a>
      ))}
    </p>
  );
};

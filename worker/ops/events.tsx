/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import type { FC } from "hono/jsx";
import { EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
import { EVENT_STATES } from "#db/ops/event-state.ts";
import { type Attention, countAttention } from "#db/ops/count-attention.ts";
import { type EventSearch, type ListedEvent, listEvents } from "#db/ops/list-events.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { signedInOf } from "./require-operator.ts";
import {
  type EventListQuery,
  eventListUrl,
  parseEventListQuery,
  bulkReplayUrl,
} from "./list-query.ts";
import { EffectBadge, TimeLabel, EVENT_STATE_LABELS, EventStateBadge } from "./badges.tsx";
import { CsrfField, page } from "./page.tsx";
import { paths } from "./paths.ts";
import { decryptText, encryptText } from "./encrypted-param.ts";
import type { Sessions } from "./session.ts";
import { formatAge } from "./format-time.ts";

const PAGE_SIZE = 50;
const ATTENTION_MOST = 100;

export function eventListRoutes(deps: OpsDeps, sessions: Sessions) {
  return new Hono<OpsEnv>()
    .get("/", async (c) => {
      const signedIn = signedInOf(c);
      const key = sessions.encryptionKey(signedIn.session, "search");
      const address = parseEventListQuery(c.req.query());
      if (isPersonal(address.q)) {
        const sender = await encryptText(key, address.q);
        return c.redirect(eventListUrl({ ...address, q: null, sender }), 303);
      }
      const search = await readSearch(address, key);
      const [{ events, next }, attention] = await Promise.all([
        search === "unreadable"
          ? { events: [], next: null }
          : listEvents(deps.db, { ...address, search, limit: PAGE_SIZE }),
        countAttention(deps.db, ATTENTION_MOST),
      ]);
      if (address.q !== null && events.length === 0) {
        const owner = await deps.findCustomerOfPayment(address.q);
        if (owner !== null) return c.redirect(eventListUrl({ ...address, q: owner }), 303);
      }
      return page(
        c,
        { title: "Events", current: "events" },
        <>
          <h1>Events</h1>
          <Search address={address} search={search} csrfToken={signedIn.csrfToken} />
          <Filters address={address} attention={attention} />
          {events.length === 0 ? (
            <Empty address={address} unreadable={search === "unreadable"} />
          ) : (
            <>
              {address.state === "failed" ? (
                <p>
                  <a class="button plain" href={bulkReplayUrl(address)}>
                    Replay several…
                  </a>
                </p>
              ) : null}
              <EventTable events={events} now={deps.now()} />
            </>
          )}
          <nav class="pages" aria-label="Pages">
            {address.before === null ? null : (
              <a href={eventListUrl({ ...address, before: null })}>Newest</a>
            )}
            {next === null ? null : (
              <a rel="next" href={eventListUrl({ ...address, before: next })}>
                Older events
              </a>
            )}
          </nav>
        </>,
      );
    })
    .post("/search", async (c) => {
      const signedIn = signedInOf(c);
      const address = parseEventListQuery(Object.fromEntries(c.get("form")));
      if (!isPersonal(address.q)) {
        return c.redirect(eventListUrl({ ...address, sender: null, before: null }), 303);
      }
      const sender = await encryptText(
        sessions.encryptionKey(signedIn.session, "search"),
        address.q,
      );
      return c.redirect(eventListUrl({ ...address, q: null, sender, before: null }), 303);
    });
}

/**
 * Ids hold a digit, hyphen or underscore; a text without any may be a name and stays out of URLs.
 */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}\s.'’-]*$/u;

const TELEPHONE = /^\+?[\d\s().-]{6,}$/;

function isPersonal(text: string | null): text is string {
  return text !== null && (text.includes("@") || NAME.test(text) || TELEPHONE.test(text));
}

export async function readSearch(
  address: EventListQuery,
  key: Buffer,
): Promise<EventSearch | null | "unreadable"> {
  if (address.sender !== null) {
    const sought = await decryptText(key, address.sender);
    if (sought === null) return "unreadable";
    if (sought.includes("@")) return { by: "email", email: sought };
    return NAME.test(sought) ? { by: "name", name: sought } : { by: "id", id: sought };
  }
  if (address.q !== null) return { by: "id", id: address.q };
  switch (address.view) {
    case null:
      return null;
    case "refunds":
      return { by: "refunds to decide" };
    case "replayed":
      return { by: "replayed" };
  }
}

const Search: FC<{
  address: EventListQuery;
  search: Awaited<ReturnType<typeof readSearch>>;
  csrfToken: string;
}> = ({ address, search, csrfToken }) => (
  <search>
    {/* POST, so that a name or an email address stays out of browser histories. */}
    <form class="search" method="post" action={paths.searchEvents}>
      <CsrfField token={csrfToken} />
      {address.state === null ? null : <input type="hidden" name="state" value={address.state} />}
      {address.type === null ? null : <input type="hidden" name="type" value={address.type} />}
      {address.from === null ? null : <input type="hidden" name="from" value={address.from} />}
      {address.to === null ? null : <input type="hidden" name="to" value={address.to} />}
      <label>
        Search by id, name or email address
        <input
          type="search"
          name="q"
          value={address.q ?? ""}
          maxlength={254}
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <button type="submit">Search</button>
    </form>
    {address.q === null && address.sender === null ? null : (
      <p class="searched">
        {address.q === null ? (
          soughtWords(search)
        ) : (
          <>
            Showing events of <code>{address.q}</code>.
          </>
        )}{" "}
        <a href={eventListUrl({ ...address, q: null, sender: null, before: null })}>
          Show everything
        </a>
      </p>
    )}
  </search>
);

function soughtWords(search: Awaited<ReturnType<typeof readSearch>>): string {
  if (search !== "unreadable" && search?.by === "name") {
    return "Showing events of people with that name.";
  }
  return search !== "unreadable" && search?.by === "id"
    ? "Showing events with that id. Phone numbers cannot be searched for."
    : "Showing events of one email address.";
}

const Filters: FC<{ address: EventListQuery; attention: Attention }> = ({ address, attention }) => {
  const types = new Set<string>(Object.keys(EVENT_VERSIONS));
  if (address.type !== null) types.add(address.type);
  return (
    <div class="filters">
      <nav aria-label="State">
        {[null, ...EVENT_STATES].map((state) => (
          <a
            key={state ?? "all"}
            href={eventListUrl({ ...address, view: null, state, before: null })}
            aria-current={address.view === null && state === address.state ? "true" : undefined}
          >
            {state === null ? "All" : EVENT_STATE_LABELS[state]}
            {state === "failed" || state === "stuck" ? <Count of={attention[state]} /> : null}
          </a>
        ))}
        <a
          href={eventListUrl({ view: "refunds" })}
          aria-current={address.view === "refunds" ? "true" : undefined}
        >
          Refunds to decide
          <Count of={attention.refunds} />
        </a>
        <a
          href={eventListUrl({ view: "replayed" })}
          aria-current={address.view === "replayed" ? "true" : undefined}
        >
          Replayed
        </a>
      </nav>
      <form method="get" action={paths.events}>
        {address.view === null ? null : <input type="hidden" name="view" value={address.view} />}
        {address.state === null ? null : <input type="hidden" name="state" value={address.state} />}
        {address.q === null ? null : <input type="hidden" name="q" value={address.q} />}
        {address.sender === null ? null : (
          <input type="hidden" name="sender" value={address.sender} />
        )}
        <label>
          Type
          <select name="type">
            <option value="">Every type</option>
            {[...types].map((type) => (
              <option key={type} value={type} selected={type === address.type}>
                {type}
              </option>
            ))}
          </select>
        </label>
        <label>
          From
          <input type="date" name="from" value={address.from ?? ""} />
        </label>
        <label>
          To
          <input type="date" name="to" value={address.to ?? ""} />
        </label>
        <button class="plain" type="submit">
          Apply
        </button>
      </form>
    </div>
  );
};

const Count: FC<{ of: number }> = ({ of }) =>
  of === 0 ? null : (
    <span class="count figures">{of >= ATTENTION_MOST ? `${String(of - 1)}+` : String(of)}</span>
  );

const NONE_OF = {
  failed: "No failed events",
  stuck: "No stuck events",
  open: "No open events",
  done: "No completed events",
  refunds: "No refund requests to decide",
  replayed: "No replayed events",
} as const;

const Empty: FC<{ address: EventListQuery; unreadable: boolean }> = ({ address, unreadable }) => {
  const { view, state, ...rest } = { ...address, before: null };
  const isNarrowed = eventListUrl(rest) !== paths.events;
  const list = view ?? state;
  if (list !== null && !isNarrowed) {
    return (
      <div class="empty">
        <h2>{NONE_OF[list]}</h2>
      </div>
    );
  }
  return (
    <div class="empty">
      <h2>{isNarrowed ? "No results" : "No events yet"}</h2>
      <p>
        {unreadable
          ? "That search ended with your session. Enter the name or email address again."
          : isNarrowed
            ? "No event matches the search and filters."
            : "Send an enquiry from the site and it appears here."}
      </p>
    </div>
  );
};

const EventTable: FC<{ events: readonly ListedEvent[]; now: Date }> = ({ events, now }) => (
  <table class="events">
    <caption class="unseen">Events, newest first</caption>
    <thead>
      <tr>
        <th scope="col">Event</th>
        <th scope="col">About</th>
        <th scope="col">State</th>
        <th scope="col">Effects</th>
        <th scope="col">When</th>
      </tr>
    </thead>
    <tbody>
      {events.map((event) => (
        <tr key={event.id}>
          <th scope="row">
            <a href={paths.event(event.id)}>{event.type}</a>
          </th>
          <td class="about">
            <code>{event.aggregate_id}</code>
          </td>
          <td>
            <EventStateBadge state={event.state} />
          </td>
          <td>
            {event.effects.length === 0 ? (
              <span class="quiet">{event.state === "failed" ? "none" : "none yet"}</span>
            ) : (
              <ul class="effects">
                {event.effects.map((row) => (
                  <EffectBadge key={row.effect} effect={row.effect} status={row.status} />
                ))}
              </ul>
            )}
            <Errors event={event} />
          </td>
          <td class="when figures">
            <TimeLabel iso={event.occurred_at} />
            <span class="quiet">{formatAge(event.occurred_at, now)}</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const Errors: FC<{ event: ListedEvent }> = ({ event }) => {
  if (event.state === "done") return null;
  const unsettled = event.effects.filter(
    ({ status }) => status === (event.state === "failed" ? "dead" : "pending"),
  );
  const errors = new Set(
    (unsettled.length === 0 ? [event] : unsettled).flatMap((row) => row.last_error ?? []),
  );
  return [...errors].map((error) => (
    <code key={error} class="hint why">
      {error}
    </code>
  ));
};

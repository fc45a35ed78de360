/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import type { FC } from "hono/jsx";
import { EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
import { EVENT_STATES } from "#db/ops/event-state.ts";
import {
  countAttention,
  type EventSearch,
  type ListedEvent,
  listEvents,
} from "#db/ops/list-events.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { signedInOf } from "./guard.ts";
import { type ListAddress, listAddress, readListAddress } from "./list-address.ts";
import { EffectMark, Moment, STATE_WORDS, StateMark } from "./marks.tsx";
import { CsrfField, page } from "./page.tsx";
import { paths } from "./paths.ts";
import { openText, sealText } from "./sealed-text.ts";
import type { Sessions } from "./session.ts";
import { ago } from "./times.ts";

const PAGE_SIZE = 50;
// Beyond this the number says only "many".
const ATTENTION_MOST = 100;

/** The list of events, newest first, and its search. */
export function eventListRoutes(deps: OpsDeps, sessions: Sessions) {
  return new Hono<OpsEnv>()
    .get("/", async (c) => {
      const signedIn = signedInOf(c);
      const key = sessions.sealingKey(signedIn.session);
      const address = readListAddress(c.req.query());
      if (address.q?.includes("@") === true) {
        const sender = sealText(key, address.q);
        return c.redirect(listAddress({ ...address, q: null, sender }), 303);
      }
      const search = readSearch(address, key);
      const [{ events, next }, attention] = await Promise.all([
        search === "unreadable"
          ? { events: [], next: null }
          : listEvents(deps.db, { ...address, search, limit: PAGE_SIZE }),
        countAttention(deps.db, ATTENTION_MOST),
      ]);
      return page(
        c,
        { title: "Events", current: "events" },
        <>
          <h1>Events</h1>
          <Search address={address} csrfToken={signedIn.csrfToken} />
          <Filters address={address} attention={attention} />
          {events.length === 0 ? (
            <Empty address={address} unreadable={search === "unreadable"} />
          ) : (
            <EventTable events={events} now={deps.now()} />
          )}
          <nav class="pages" aria-label="Pages">
            {address.before === null ? null : (
              <a href={listAddress({ ...address, before: null })}>Newest</a>
            )}
            {next === null ? null : (
              <a rel="next" href={listAddress({ ...address, before: next })}>
                Older events
              </a>
            )}
          </nav>
        </>,
      );
    })
    .post("/search", (c) => {
      const signedIn = signedInOf(c);
      const address = readListAddress(Object.fromEntries(c.get("form")));
      if (address.q?.includes("@") !== true) {
        return c.redirect(listAddress({ ...address, sender: null, before: null }), 303);
      }
      const sender = sealText(sessions.sealingKey(signedIn.session), address.q);
      return c.redirect(listAddress({ ...address, q: null, sender, before: null }), 303);
    });
}

function readSearch(address: ListAddress, key: Buffer): EventSearch | null | "unreadable" {
  if (address.sender !== null) {
    const email = openText(key, address.sender);
    return email === null ? "unreadable" : { by: "email", email };
  }
  return address.q === null ? null : { by: "id", id: address.q };
}

const Search: FC<{ address: ListAddress; csrfToken: string }> = ({ address, csrfToken }) => (
  <search>
    {/* Sent as a form, not in the address: an e-mail address must not stay in a browser's history. */}
    <form class="search" method="post" action={paths.search}>
      <CsrfField token={csrfToken} />
      {address.state === null ? null : <input type="hidden" name="state" value={address.state} />}
      {address.type === null ? null : <input type="hidden" name="type" value={address.type} />}
      <label>
        Find by event, request, enquiry or Stripe id, or by e-mail address
        <input
          type="search"
          name="q"
          value={address.q ?? ""}
          maxlength={254}
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <button type="submit">Find</button>
    </form>
    {address.q === null && address.sender === null ? null : (
      <p class="searched">
        {address.q === null ? (
          "Showing what one e-mail address sent."
        ) : (
          <>
            Showing what belongs to <code>{address.q}</code>.
          </>
        )}{" "}
        <a href={listAddress({ ...address, q: null, sender: null, before: null })}>
          Show everything
        </a>
      </p>
    )}
  </search>
);

const Filters: FC<{ address: ListAddress; attention: { failed: number; stuck: number } }> = ({
  address,
  attention,
}) => {
  const types = new Set<string>(Object.keys(EVENT_VERSIONS));
  if (address.type !== null) types.add(address.type);
  return (
    <div class="filters">
      <nav aria-label="State">
        {[null, ...EVENT_STATES].map((state) => (
          <a
            key={state ?? "all"}
            href={listAddress({ ...address, state, before: null })}
            aria-current={state === address.state ? "true" : undefined}
          >
            {state === null ? "All" : STATE_WORDS[state]}
            {state === "failed" || state === "stuck" ? <Count of={attention[state]} /> : null}
          </a>
        ))}
      </nav>
      <form method="get" action={paths.events}>
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

const Empty: FC<{ address: ListAddress; unreadable: boolean }> = ({ address, unreadable }) => {
  const narrowed = listAddress({ ...address, before: null }) !== paths.events;
  return (
    <div class="empty">
      <h2>{narrowed ? "Nothing matches" : "Nothing has happened yet"}</h2>
      <p>
        {unreadable
          ? "That search ended with its session. Enter the e-mail address again."
          : narrowed
            ? "No event fits what you are looking for."
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
            <StateMark state={event.state} />
          </td>
          <td>
            {event.effects.length === 0 ? (
              <span class="quiet">{event.state === "failed" ? "none" : "none yet"}</span>
            ) : (
              <ul class="effects">
                {event.effects.map((row) => (
                  <EffectMark key={row.effect} {...row} />
                ))}
              </ul>
            )}
          </td>
          <td class="when figures">
            <Moment iso={event.occurred_at} />
            <span class="quiet">{ago(event.occurred_at, now)}</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

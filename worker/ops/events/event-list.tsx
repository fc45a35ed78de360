/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { countHiddenEvents } from "#db/ops/count-hidden-events.ts";
import { listEventPeople } from "#db/ops/find-events.ts";
import { listFailures } from "#db/ops/find-failed-events.ts";
import { countAttention } from "#db/ops/get-overview.ts";
import {
  EVENTS_OF_REQUEST_MAX,
  type ListedEvent,
  listEvents,
  listEventsOfRequests,
} from "#db/ops/list-events.ts";
import { type EventListQuery, eventListUrl } from "../../ops-links.ts";
import { newRoutes, type OpsDeps, signedInOf } from "../env.ts";
import { COUNT_MAX } from "../layout/filters.tsx";
import { Page } from "../layout/page.tsx";
import { encryptText } from "../session/encrypted-param.ts";
import type { Sessions } from "../session/sessions.ts";
import { EventFilters, Search } from "./event-filters.tsx";
import { type EventGroup, EventTable, NoEvents } from "./event-table.tsx";
import { Failures } from "./failures.tsx";
import { isPersonalData, readSearch, bulkReplayUrl, parseEventListQuery } from "./list-query.ts";

const PAGE_SIZE = 50;
const HIDDEN_MAX = 1_000;

export function eventListRoutes(deps: OpsDeps, sessions: Sessions) {
  return newRoutes()
    .get("/", async (c) => {
      const signedIn = signedInOf(c);
      const key = sessions.encryptionKey(signedIn.session, "search");
      const query = parseEventListQuery(c.req.query());
      if (isPersonalData(query.q)) {
        const sender = await encryptText(key, query.q);
        return c.redirect(eventListUrl({ ...query, q: null, sender }), 303);
      }
      const search = await readSearch(query, key);
      const { hidesRoutine, isGrouped } = listModeOf(query);
      const [{ events, next }, attention, failures] = await Promise.all([
        search === "unreadable"
          ? { events: [], next: null }
          : listEvents(deps.db, { ...query, search, hidesRoutine, isGrouped, limit: PAGE_SIZE }),
        countAttention(deps.db, { limit: COUNT_MAX, now: deps.now().toISOString() }),
        search === "unreadable" || query.state !== "failed"
          ? []
          : listFailures(deps.db, { ...query, search }),
      ]);
      if (query.q !== null && events.length === 0) {
        const customerId = await deps.findCustomerOfPayment(query.q);
        if (customerId !== null) return c.redirect(eventListUrl({ ...query, q: customerId }), 303);
      }
      const [members, hidden] = await Promise.all([
        isGrouped
          ? listEventsOfRequests(
              deps.db,
              events.map((event) => event.correlationId),
            )
          : [],
        search === "unreadable" || !hidesRoutine
          ? 0
          : countHiddenEvents(
              deps.db,
              { ...query, search },
              {
                newest: query.before?.occurredAt ?? null,
                oldest: next?.occurredAt ?? null,
                limit: HIDDEN_MAX,
              },
            ),
      ]);
      const people = await listEventPeople(deps.db, [...events, ...members]);
      return c.render(
        <Page title="Events" current="events">
          <Search query={query} search={search} />
          <EventFilters query={query} attention={attention} />
          <Routine query={query} hidden={hidden} />
          {events.length === 0 ? (
            <NoEvents query={query} unreadable={search === "unreadable"} />
          ) : (
            <>
              {failures.length < 2 ? null : (
                <details>
                  <summary>By effect and error</summary>
                  <Failures
                    failures={failures}
                    urlOf={(failure) => eventListUrl({ ...query, ...failure, before: null })}
                  />
                </details>
              )}
              {query.state === "failed" && signedIn.mayAct ? (
                <p>
                  <a class="button plain" href={bulkReplayUrl(query)}>
                    Replay several…
                  </a>
                </p>
              ) : null}
              <EventTable groups={groupsOf(events, members)} people={people} now={deps.now()} />
            </>
          )}
          <nav class="pages" aria-label="Pages">
            {query.before === null ? null : (
              <a href={eventListUrl({ ...query, before: null })}>Newest</a>
            )}
            {next === null ? null : (
              <a rel="next" href={eventListUrl({ ...query, before: next })}>
                Older events
              </a>
            )}
          </nav>
        </Page>,
      );
    })
    .post("/search", async (c) => {
      const signedIn = signedInOf(c);
      const query = parseEventListQuery(Object.fromEntries(c.get("form")));
      if (!isPersonalData(query.q)) {
        return c.redirect(eventListUrl({ ...query, sender: null, before: null }), 303);
      }
      const sender = await encryptText(sessions.encryptionKey(signedIn.session, "search"), query.q);
      return c.redirect(eventListUrl({ ...query, q: null, sender, before: null }), 303);
    });
}

/** A search or a type shows routine events, too; failed and late events are not grouped by request. */
function listModeOf(query: EventListQuery) {
  const { view, state, type, effect, error, q, routine } = query;
  return {
    hidesRoutine: routine === null && type === null && q === null,
    isGrouped:
      view === null &&
      (state === null || state === "completed") &&
      effect === null &&
      error === null,
  };
}

function groupsOf(events: readonly ListedEvent[], members: readonly ListedEvent[]): EventGroup[] {
  const byRequest = Map.groupBy(members, (member) => member.correlationId);
  return events.map((event) => {
    const all = byRequest.get(event.correlationId) ?? [];
    return {
      event,
      others: all.filter(({ id }) => id !== event.id),
      hasMore: all.length === EVENTS_OF_REQUEST_MAX,
    };
  });
}

const Routine: FC<{ query: EventListQuery; hidden: number }> = ({ query, hidden }) => {
  if (query.routine === "shown") {
    return (
      <p class="quiet">
        Routine events are shown. <a href={eventListUrl({ ...query, routine: null })}>Hide them</a>
      </p>
    );
  }
  if (hidden === 0) return null;
  const count = hidden === HIDDEN_MAX ? `${HIDDEN_MAX - 1}+` : String(hidden);
  return (
    <p class="quiet">
      <span class="figures">{count}</span> routine {hidden === 1 ? "event" : "events"} hidden.{" "}
      <a href={eventListUrl({ ...query, routine: "shown" })}>Show</a>
    </p>
  );
};

/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { countAttention } from "#db/ops/count-attention.ts";
import { listFailures } from "#db/ops/list-failures.ts";
import { listEvents } from "#db/ops/list-events.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { page } from "../layout/page.tsx";
import { encryptText } from "../session/encrypted-param.ts";
import { signedInOf } from "../session/require-operator.ts";
import type { Sessions } from "../session/sessions.ts";
import { ATTENTION_MAX, Filters, Search } from "./event-filters.tsx";
import { isPersonalData, readSearch } from "./event-search.ts";
import { EventTable, NoEvents } from "./event-table.tsx";
import { Failures } from "./failures.tsx";
import { bulkReplayUrl, eventListUrl, parseEventListQuery } from "./list-query.ts";

const PAGE_SIZE = 50;

export function eventListRoutes(deps: OpsDeps, sessions: Sessions) {
  return new Hono<OpsEnv>()
    .get("/", async (c) => {
      const signedIn = signedInOf(c);
      const key = sessions.encryptionKey(signedIn.session, "search");
      const query = parseEventListQuery(c.req.query());
      if (isPersonalData(query.q)) {
        const sender = await encryptText(key, query.q);
        return c.redirect(eventListUrl({ ...query, q: null, sender }), 303);
      }
      const search = await readSearch(query, key);
      const [{ events, next }, attention, failures] = await Promise.all([
        search === "unreadable"
          ? { events: [], next: null }
          : listEvents(deps.db, { ...query, search, limit: PAGE_SIZE }),
        countAttention(deps.db, { most: ATTENTION_MAX, now: deps.now().toISOString() }),
        search === "unreadable" || query.state !== "failed"
          ? []
          : listFailures(deps.db, { ...query, search }),
      ]);
      if (query.q !== null && events.length === 0) {
        const customerId = await deps.findCustomerOfPayment(query.q);
        if (customerId !== null) return c.redirect(eventListUrl({ ...query, q: customerId }), 303);
      }
      return page(
        c,
        { title: "Events", current: "events" },
        <>
          <h1>Events</h1>
          <Search query={query} search={search} csrfToken={signedIn.csrfToken} />
          <Filters query={query} attention={attention} />
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
              <EventTable events={events} now={deps.now()} />
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
        </>,
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

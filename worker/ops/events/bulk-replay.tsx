/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { isId } from "#contracts/ids.ts";
import { startBulkReplay, stopBulkReplay } from "#db/ops/change-bulk-replays.ts";
import { type BulkReplay, findBulkReplay, listBulkReplays } from "#db/ops/find-bulk-replays.ts";
import { countFailedEvents, type Failure, listFailures } from "#db/ops/find-failed-events.ts";
import type { BulkReplayOutcome } from "#db/schema/events.ts";
import { effectLabel, eventLabel } from "../../event-labels.ts";
import { type EventListQuery, eventListUrl } from "../../ops-links.ts";
import { newRoutes, type OpsContext, type OpsDeps, signedInOf, useSignedIn } from "../env.ts";
import { Fact, TimeFact, TimeLabel } from "../layout/badges.tsx";
import { errorPage } from "../layout/error-page.tsx";
import {
  ActionForm,
  ConfirmForm,
  NO_REASON,
  type ReasonInput,
  readReason,
} from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { RowLink } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import type { Sessions } from "../session/sessions.ts";
import { Failures } from "./failures.tsx";
import { isPersonalData, readSearch, bulkReplayUrl, parseEventListQuery } from "./list-query.ts";

type FailedEvents = Awaited<ReturnType<typeof countFailedEvents>>;
const NO_EVENTS: FailedEvents = { events: 0, expired: 0, done: 0, inDoubt: 0 };

const LISTED_MAX = 10;

const REFRESH_S = 2;
/** The running batch of a stopped replay still ends. */
const LAST_BATCH_MS = 10_000;

/** Replays the failed effects of all events that match the list's filters, except those in doubt and expired codes. */
export function bulkReplayRoutes(deps: OpsDeps, sessions: Sessions) {
  async function readFilter(c: OpsContext) {
    const query = parseEventListQuery(c.req.query());
    const key = sessions.encryptionKey(signedInOf(c).session, "search");
    const search = await readSearch(query, key);
    const { type, effect, error, from, to } = query;
    const filter = search === "unreadable" ? null : { search, type, effect, error, from, to };
    return { query, filter };
  }

  async function askPage(c: OpsContext, reason: ReasonInput, status: 200 | 422 = 200) {
    const { query, filter } = await readFilter(c);
    const [counts, failures, earlier] = await Promise.all([
      filter === null ? NO_EVENTS : countFailedEvents(deps.db, filter),
      filter === null ? [] : listFailures(deps.db, filter),
      listBulkReplays(deps.db, LISTED_MAX),
    ]);
    const id = deps.makeId("bulkReplay");
    c.status(status);
    return c.render(
      <Ask query={query} counted={{ counts, failures, earlier }} id={id} reason={reason} />,
    );
  }

  return newRoutes()
    .get("/replay-many", (c) => askPage(c, NO_REASON))
    .post("/replay-many", async (c) => {
      const form = c.get("form");
      const id = form.get("id") ?? "";
      const reason = readReason(form);
      if (reason.value === null || !isId("bulkReplay", id)) return askPage(c, reason, 422);
      const { query, filter } = await readFilter(c);
      const isStarted =
        filter !== null &&
        (await startBulkReplay(deps.db, {
          id,
          filter,
          filters: filtersOf(query),
          requestedBy: signedInOf(c).session.name,
          reason: reason.value,
        }));
      if (!isStarted) return askPage(c, reason);
      deps.log.info({ requestId: c.get("requestId"), bulkReplayId: id }, "ops_bulk_replay");
      return c.redirect(paths.bulkReplayProgress(id), 303);
    })
    .get("/replay-many/:id", async (c) => {
      const replay = await findBulkReplay(deps.db, c.req.param("id"));
      if (replay === null) return errorPage(c, 404, "Not found", "There is no such bulk replay.");
      const { endedAt, stoppedBy } = replay.request;
      const mayChange =
        endedAt === null ||
        (stoppedBy !== null && deps.now().getTime() - Date.parse(endedAt) < LAST_BATCH_MS);
      if (mayChange) c.header("Refresh", String(REFRESH_S));
      return c.render(<Progress replay={replay} />);
    })
    .post("/replay-many/:id/stop", async (c) => {
      const id = c.req.param("id");
      await stopBulkReplay(deps.db, { id, stoppedBy: signedInOf(c).session.name });
      return c.redirect(paths.bulkReplayProgress(id), 303);
    });
}

/** Instead of what was searched for. */
const PERSON = "for a person";

/** For the record: what a search was for may be personal data. */
function filtersOf({ type, effect, error, from, to, q, sender }: EventListQuery) {
  const search = q === null || isPersonalData(q) ? PERSON : q;
  const filters = {
    type,
    effect,
    error,
    from,
    to,
    search: q === null && sender === null ? null : search,
  };
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

const Ask: FC<{
  query: EventListQuery;
  counted: {
    counts: FailedEvents;
    failures: Failure[];
    earlier: BulkReplay["request"][];
  };
  id: string;
  reason: ReasonInput;
}> = ({ query, counted: { counts, failures, earlier }, id, reason }) => {
  const { events, expired, done, inDoubt } = counts;
  const running = events - expired - done - inDoubt;
  const backUrl = eventListUrl({ ...query, view: null, state: "failed", before: null });
  return (
    <Page
      narrow
      title="Replay several"
      current="events"
      kicker={<a href={backUrl}>Failed events</a>}
    >
      <ActiveFilters filters={filtersOf(query)} />
      {events === 0 ? (
        <p class="lead">No failed event can be replayed here.</p>
      ) : (
        <ConfirmForm
          action={bulkReplayUrl(query)}
          reason={reason}
          submit={`Replay ${eventsLabel(running)}`}
          cancelUrl={backUrl}
        >
          <input type="hidden" name="id" value={id} />
          <p class="lead">
            Replays the failed effects of {eventsLabel(running)}. Completed effects are not
            repeated.
          </p>
          {inDoubt === 0 ? null : (
            <p>
              Leaves {eventsLabel(inDoubt)} in doubt: an attempt had no answer, and may have run.
              Replay each on its page.
            </p>
          )}
          {done === 0 ? null : <p>Leaves {eventsLabel(done)} without an effect that is missing.</p>}
          {expired === 0 ? null : <p>Leaves {eventsLabel(expired)} whose code has expired.</p>}
          <Failures
            failures={failures}
            urlOf={(failure) => bulkReplayUrl({ ...query, ...failure })}
          />
        </ConfirmForm>
      )}
      {earlier.length === 0 ? null : (
        <section>
          <h2>Earlier bulk replays</h2>
          <ul class="log">
            {earlier.map((request) => (
              <li key={request.id}>
                <p>
                  <RowLink href={paths.bulkReplayProgress(request.id)} id={request.id}>
                    <TimeLabel iso={request.requestedAt} />
                  </RowLink>
                  , {request.requestedBy}: {STATE_LABELS[stateOf(request)].toLowerCase()}
                </p>
                <p class="said">{request.reason}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
};

const ActiveFilters: FC<{ filters: Readonly<Record<string, string>> }> = ({ filters }) =>
  Object.keys(filters).length === 0 ? null : (
    <p class="searched">
      Only <FiltersLabel filters={filters} />. <a href={paths.bulkReplay}>All failed events</a>
    </p>
  );

const FiltersLabel: FC<{ filters: Readonly<Record<string, string>> }> = ({ filters }) => (
  <>
    {Object.entries(filters).map(([name, value], index) => (
      <>
        {index === 0 ? "" : ", "}
        {filterLabel(name, value)}
      </>
    ))}
  </>
);

function filterLabel(name: string, value: string): string {
  if (name === "type") return `“${eventLabel(value)}”`;
  return name === "effect" ? `effect “${effectLabel(value)}”` : `${name} ${value}`;
}

const stateOf = ({ endedAt, stoppedBy }: BulkReplay["request"]) => {
  if (endedAt === null) return "running";
  return stoppedBy === null ? "ended" : "stopped";
};
const STATE_LABELS = { running: "Running", ended: "Ended", stopped: "Stopped" } as const;

const OUTCOME_LABELS: Readonly<Record<BulkReplayOutcome, string>> = {
  replayed: "Replayed",
  in_doubt: "Left: in doubt",
  expired: "Left: expired code",
  nothing_to_do: "Left: no longer failed",
  error: "Left: could not be replayed",
};

const Progress: FC<{ replay: BulkReplay }> = ({ replay: { request, outcomes, leftOut } }) => {
  const total = outcomes.reduce((sum, { events }) => sum + events, 0);
  const open = outcomes.find(({ outcome }) => outcome === null)?.events ?? 0;
  const state = stateOf(request);
  const { mayAct } = useSignedIn();
  return (
    <Page
      narrow
      title="Bulk replay"
      current="events"
      kicker={<a href={paths.bulkReplay}>Replay several</a>}
      beside={
        <span class={`state ${state === "running" ? "open" : "completed"}`}>
          {STATE_LABELS[state]}
        </span>
      }
    >
      <label>
        {total - open} of {eventsLabel(total)} handled
        <progress max={total} value={total - open} />
      </label>
      {state === "running" ? (
        <p class="quiet">This page refreshes itself until the bulk replay has ended.</p>
      ) : null}
      {state === "running" && mayAct ? (
        <ActionForm action={paths.stopBulkReplay(request.id)}>
          <button class="plain" type="submit">
            Stop
          </button>
        </ActionForm>
      ) : null}
      <dl class="facts figures">
        {outcomes.flatMap(({ outcome, events }) =>
          outcome === null ? (
            []
          ) : (
            <Fact key={outcome} name={OUTCOME_LABELS[outcome]}>
              {String(events)}
            </Fact>
          ),
        )}
        <Fact name="Asked by">{request.requestedBy}</Fact>
        <TimeFact name="Asked" iso={request.requestedAt} />
        <TimeFact name={STATE_LABELS[state]} iso={request.endedAt}>
          {request.stoppedBy === null ? "" : `, by ${request.stoppedBy}`}
        </TimeFact>
        <Fact name="Events">
          {Object.keys(request.filters).length === 0 ? (
            "all that had failed"
          ) : (
            <FiltersLabel filters={request.filters} />
          )}
        </Fact>
      </dl>
      <p class="said">{request.reason}</p>
      <p>
        <a href={eventListUrl({ state: "failed" })}>Failed events</a>: a replay may fail again.
      </p>
      {leftOut.length === 0 ? null : (
        <section>
          <h2>Left as they are</h2>
          <ul class="log">
            {leftOut.map(({ eventId, outcome }) => (
              <li key={eventId}>
                <p>
                  <a href={paths.event(eventId)}>
                    <code>{eventId}</code>
                  </a>
                  {outcome === null ? null : `, ${OUTCOME_LABELS[outcome].replace("Left: ", "")}`}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
};

const eventsLabel = (count: number) =>
  count === 1 ? "1 event" : `${new Intl.NumberFormat("en-GB").format(count)} events`;

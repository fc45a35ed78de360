/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import type { FC } from "hono/jsx";
import { type ListedEvent, listEvents } from "#db/ops/list-events.ts";
import { findEventRecord } from "#db/ops/find-event.ts";
import { replayEffects } from "#db/ops/replay-effects.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { readSearch } from "./event-search.ts";
import { Errors } from "./event-table.tsx";
import { signedInOf } from "../session/require-operator.ts";
import {
  type EventListQuery,
  eventListUrl,
  parseEventListQuery,
  bulkReplayUrl,
} from "./list-query.ts";
import { TimeLabel } from "../layout/badges.tsx";
import {
  ConfirmForm,
  FieldError,
  NO_REASON,
  type ReasonInput,
  readReason,
} from "../layout/confirm-form.tsx";
import { page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { isCodeExpired, planReplay } from "./replay-plan.ts";
import type { Sessions } from "../session/sessions.ts";

/** Events on one page, and replayed by one request. */
const EVENTS_MAX = 100;

type FailedEvents = {
  query: EventListQuery;
  replayable: ListedEvent[];
  notReplayable: ListedEvent[];
  hasMore: boolean;
};

type BulkReplayInput = { reason: ReasonInput; chosen: ReadonlySet<string> | null };
type BulkReplayResult = { replayed: number; notReplayed: number };

const EMPTY_INPUT: BulkReplayInput = { reason: NO_REASON, chosen: null };

/** Runs the failed effects of the chosen events again, except those in doubt and expired codes. */
export function bulkReplayRoutes(deps: OpsDeps, sessions: Sessions) {
  async function listFailed(c: Context<OpsEnv>): Promise<FailedEvents> {
    const query = parseEventListQuery(c.req.query());
    const key = sessions.encryptionKey(signedInOf(c).session, "search");
    const search = await readSearch(query, key);
    const { events, next } =
      search === "unreadable"
        ? { events: [], next: null }
        : await listEvents(deps.db, {
            ...query,
            search,
            state: "failed",
            before: null,
            limit: EVENTS_MAX,
          });
    const isReplayable = (event: ListedEvent) =>
      !isCodeExpired(event, deps.now()) && !isInDoubt(event);
    return {
      query,
      replayable: events.filter(isReplayable),
      notReplayable: events.filter((event) => !isReplayable(event)),
      hasMore: next !== null,
    };
  }

  return new Hono<OpsEnv>()
    .get("/replay-many", async (c) =>
      bulkReplayPage(c, await listFailed(c), { input: EMPTY_INPUT, now: deps.now() }),
    )
    .post("/replay-many", async (c) => {
      const form = c.get("form");
      const chosen = new Set(form.getAll("event").slice(0, EVENTS_MAX));
      const reason = readReason(form);
      const now = deps.now();
      if (reason.value === null || chosen.size === 0) {
        const input = { reason, chosen };
        return bulkReplayPage(c, await listFailed(c), { input, now }, 422);
      }
      const result: BulkReplayResult = { replayed: 0, notReplayed: 0 };
      for (const eventId of chosen) {
        const outcome = await replayFailed(c, deps, eventId, reason.value);
        result[outcome === "replayed" ? "replayed" : "notReplayed"] += 1;
      }
      deps.log.info({ requestId: c.get("requestId"), ...result }, "ops_replay_many");
      return bulkReplayPage(c, await listFailed(c), { input: EMPTY_INPUT, result, now });
    });
}

const isInDoubt = ({ effects }: ListedEvent): boolean =>
  effects.some((row) => (row.status === "dead" || row.status === "pending") && row.in_doubt);

async function replayFailed(
  c: Context<OpsEnv>,
  deps: OpsDeps,
  eventId: string,
  reason: string,
): Promise<string> {
  const record = await findEventRecord(deps.db, eventId);
  if (record === null) return "not_found";
  const plan = planReplay(record, deps.now());
  if (plan.kind === "nothing" || plan.kind === "stale") return plan.kind;
  const { outcome } = await replayEffects(deps.db, {
    eventId,
    effects:
      plan.kind === "publish_again"
        ? []
        : plan.candidates
            .filter(({ preselected }) => preselected)
            .map(({ effect: { effect, status, attempts } }) => ({
              replayId: deps.makeId("replay"),
              effect,
              seen: { status, attempts },
            })),
    wholeEvent: plan.kind === "publish_again" ? { replayId: deps.makeId("replay") } : null,
    requestedBy: signedInOf(c).session.name,
    reason,
    sendAgain: false,
  });
  return outcome;
}

function bulkReplayPage(
  c: Context<OpsEnv>,
  { query, replayable, notReplayable, hasMore }: FailedEvents,
  { input, result, now }: { input: BulkReplayInput; result?: BulkReplayResult; now: Date },
  status: 200 | 422 = 200,
) {
  const backUrl = eventListUrl({ ...query, view: null, state: "failed", before: null });
  return page(
    c,
    { title: "Replay several", current: "events" },
    <div class="narrow">
      <p class="kicker">
        <a href={backUrl}>Failed events</a>
      </p>
      <h1>Replay several</h1>
      {result === undefined ? null : <output class="notice">{resultLabel(result)}</output>}
      <ActiveFilters query={query} />
      {replayable.length === 0 ? (
        <p class="lead">No failed event can be replayed here.</p>
      ) : (
        <ConfirmForm
          c={c}
          action={bulkReplayUrl(query)}
          reason={input.reason}
          submit="Replay"
          cancelUrl={backUrl}
        >
          <p class="lead">
            Replays the failed effects of the selected events. Completed effects are not repeated.
            {hasMore ? ` Lists the newest ${EVENTS_MAX}; older ones follow after a replay.` : ""}
          </p>
          <fieldset>
            <legend>Would run</legend>
            {replayable.map((event) => (
              <Choice
                key={event.id}
                event={event}
                isChosen={input.chosen === null || input.chosen.has(event.id)}
              />
            ))}
            <FieldError
              text={input.chosen?.size === 0 ? "Select at least one event." : undefined}
            />
          </fieldset>
        </ConfirmForm>
      )}
      {notReplayable.length === 0 ? null : (
        <section>
          <h2>Not replayable here</h2>
          <ul class="log">
            {notReplayable.map((event) => (
              <li key={event.id}>
                <p>
                  <a href={paths.event(event.id)}>{event.type}</a>: {failedEffects(event)}
                </p>
                <p class="quiet">
                  {isCodeExpired(event, now)
                    ? "Not replayable: its code has expired."
                    : "In doubt: replay it from its own page."}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>,
    status,
  );
}

const ActiveFilters: FC<{ query: EventListQuery }> = ({ query }) => {
  const { type, from, to, q, sender } = query;
  const filters = [
    type === null ? [] : [type],
    from === null ? [] : [`from ${from}`],
    to === null ? [] : [`to ${to}`],
    q === null && sender === null ? [] : ["the search"],
  ].flat();
  return filters.length === 0 ? null : (
    <p class="searched">
      Only {filters.join(", ")}. <a href={paths.bulkReplay}>All failed events</a>
    </p>
  );
};

const Choice: FC<{ event: ListedEvent; isChosen: boolean }> = ({ event, isChosen }) => {
  const done = event.effects.filter(({ status }) => status === "done");
  return (
    <label class="choice">
      <input type="checkbox" name="event" value={event.id} checked={isChosen} />
      <span>
        <strong>{event.type}</strong>: {failedEffects(event)}
        {done.length === 0 ? null : (
          <span class="hint">Already completed: {done.map(({ effect }) => effect).join(", ")}</span>
        )}
        <span class="hint figures">
          <TimeLabel iso={event.occurred_at} /> <code>{event.id}</code>
        </span>
        <Errors event={event} />
      </span>
    </label>
  );
};

function failedEffects({ effects }: ListedEvent): string {
  const failed = effects.flatMap(({ effect, status }) => (status === "dead" ? [effect] : []));
  return failed.length === 0 ? "dead-lettered event" : failed.join(", ");
}

function resultLabel({ replayed, notReplayed }: BulkReplayResult): string {
  const started = `${replayed} ${replayed === 1 ? "replay" : "replays"} started.`;
  return notReplayed === 0 ? started : `${started} ${notReplayed} not replayed.`;
}

/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import type { FC } from "hono/jsx";
import { type ListedEvent, listEvents } from "#db/ops/list-events.ts";
import { findEventRecord } from "#db/ops/find-event.ts";
import { REASON_MAX, Reason } from "#db/ops/reason.ts";
import { replayEffects } from "#db/ops/replay-effects.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { Errors, readSearch } from "./events.tsx";
import { signedInOf } from "./require-operator.ts";
import {
  type EventListQuery,
  eventListUrl,
  parseEventListQuery,
  bulkReplayUrl,
} from "./list-query.ts";
import { TimeLabel } from "./badges.tsx";
import { CsrfField, page } from "./page.tsx";
import { paths } from "./paths.ts";
import { isCodeExpired, planReplay } from "./replay-plan.ts";
import { ReasonField } from "./replay.tsx";
import type { Sessions } from "./session.ts";

const MANY = 100;

type Filled = { reason: string; chosen: ReadonlySet<string> | null };
type Problems = { reason?: string; events?: string };
type Done = { replayed: number; left: number };

type Failed = {
  address: EventListQuery;
  replayable: ListedEvent[];
  left: ListedEvent[];
  isMore: boolean;
};

/** Runs the failed effects of the chosen events again, except those in doubt and expired codes. */
export function bulkReplayRoutes(deps: OpsDeps, sessions: Sessions) {
  async function listFailed(c: Context<OpsEnv>): Promise<Failed> {
    const address = parseEventListQuery(c.req.query());
    const key = sessions.encryptionKey(signedInOf(c).session, "search");
    const search = await readSearch(address, key);
    const { events, next } =
      search === "unreadable"
        ? { events: [], next: null }
        : await listEvents(deps.db, {
            ...address,
            search,
            state: "failed",
            before: null,
            limit: MANY,
          });
    const isLeft = (event: ListedEvent) => isCodeExpired(event, deps.now()) || isInDoubt(event);
    return {
      address,
      replayable: events.filter((event) => !isLeft(event)),
      left: events.filter(isLeft),
      isMore: next !== null,
    };
  }

  return new Hono<OpsEnv>()
    .get("/replay-many", async (c) =>
      manyPage(c, await listFailed(c), {
        filled: { reason: "", chosen: null },
        problems: {},
        now: deps.now(),
      }),
    )
    .post("/replay-many", async (c) => {
      const form = c.get("form");
      const chosen = new Set(form.getAll("event").slice(0, MANY));
      const filled = { reason: form.get("reason") ?? "", chosen };
      const reason = Reason.safeParse(filled.reason);
      const problems: Problems = {};
      if (!reason.success)
        problems.reason = `Give a reason of 3 to ${String(REASON_MAX)} characters.`;
      if (chosen.size === 0) problems.events = "Select at least one event.";
      const now = deps.now();
      if (!reason.success || chosen.size === 0) {
        return manyPage(c, await listFailed(c), { filled, problems, now }, 422);
      }
      const done: Done = { replayed: 0, left: 0 };
      for (const eventId of chosen) {
        const outcome = await replayFailed(c, deps, eventId, reason.data);
        done[outcome === "replayed" ? "replayed" : "left"] += 1;
      }
      deps.log.info({ requestId: c.get("requestId"), ...done }, "ops_replay_many");
      return manyPage(c, await listFailed(c), {
        filled: { reason: "", chosen: null },
        problems: {},
        done,
        now,
      });
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

function manyPage(
  c: Context<OpsEnv>,
  { address, replayable, left, isMore }: Failed,
  { filled, problems, done, now }: { filled: Filled; problems: Problems; done?: Done; now: Date },
  status: 200 | 422 = 200,
) {
  const back = eventListUrl({ ...address, view: null, state: "failed", before: null });
  return page(
    c,
    { title: "Replay several", current: "events" },
    <div class="narrow">
      <p class="kicker">
        <a href={back}>Failed events</a>
      </p>
      <h1>Replay several</h1>
      {done === undefined ? null : <output class="notice">{doneWords(done)}</output>}
      <Narrowed address={address} />
      {replayable.length === 0 ? (
        <p class="lead">No failed event can be replayed here.</p>
      ) : (
        <form class="stack" method="post" action={bulkReplayUrl(address)} autocomplete="off">
          <CsrfField token={signedInOf(c).csrfToken} />
          <p class="lead">
            Replays the failed effects of the selected events. Completed effects are not repeated.
            {isMore ? ` Lists the newest ${MANY}; older ones follow after a replay.` : ""}
          </p>
          <fieldset>
            <legend>Would run</legend>
            {replayable.map((event) => (
              <Choice
                key={event.id}
                event={event}
                isChosen={filled.chosen === null || filled.chosen.has(event.id)}
              />
            ))}
            {problems.events === undefined ? null : (
              <span class="problem" role="alert">
                {problems.events}
              </span>
            )}
          </fieldset>
          <ReasonField value={filled.reason} problem={problems.reason} />
          <div class="actions">
            <button type="submit">Replay</button>
            <a class="button plain" href={back}>
              Cancel
            </a>
          </div>
        </form>
      )}
      {left.length === 0 ? null : (
        <section>
          <h2>Not replayable here</h2>
          <ul class="log">
            {left.map((event) => (
              <li key={event.id}>
                <p>
                  <a href={paths.event(event.id)}>{event.type}</a>: {failedOf(event)}
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

const Narrowed: FC<{ address: EventListQuery }> = ({ address }) => {
  const { type, from, to, q, sender } = address;
  const by = [
    type === null ? [] : [type],
    from === null ? [] : [`from ${from}`],
    to === null ? [] : [`to ${to}`],
    q === null && sender === null ? [] : ["the search"],
  ].flat();
  return by.length === 0 ? null : (
    <p class="searched">
      Only {by.join(", ")}. <a href={paths.bulkReplay}>All failed events</a>
    </p>
  );
};

const Choice: FC<{ event: ListedEvent; isChosen: boolean }> = ({ event, isChosen }) => {
  const done = event.effects.filter(({ status }) => status === "done");
  return (
    <label class="choice">
      <input type="checkbox" name="event" value={event.id} checked={isChosen} />
      <span>
        <strong>{event.type}</strong>: {failedOf(event)}
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

function failedOf({ effects }: ListedEvent): string {
  const failed = effects.flatMap(({ effect, status }) => (status === "dead" ? [effect] : []));
  return failed.length === 0 ? "dead-lettered event" : failed.join(", ");
}

function doneWords({ replayed, left }: Done): string {
  const begun = `${replayed} ${replayed === 1 ? "replay" : "replays"} started.`;
  return left === 0 ? begun : `${begun} ${left} not replayed.`;
}

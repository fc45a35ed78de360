/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import type { FC } from "hono/jsx";
import { type ListedEvent, listEvents } from "#db/ops/list-events.ts";
import { loadEventRecord } from "#db/ops/load-event.ts";
import { REASON_MAX, Reason } from "#db/ops/reason.ts";
import { replayEffects } from "#db/ops/replay-effects.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { signedInOf } from "./guard.ts";
import { listAddress } from "./list-address.ts";
import { Moment } from "./marks.tsx";
import { CsrfField, page } from "./page.tsx";
import { paths } from "./paths.ts";
import { isStale, replayPlan } from "./replay-plan.ts";
import { ReasonField } from "./replay.tsx";

/** As many as fit a page that somebody reads before they press the button. */
const MANY = 100;

type Filled = { reason: string; chosen: ReadonlySet<string> | null };
type Problems = { reason?: string; events?: string };
type Done = { replayed: number; left: number };

/**
 * Replay of many events that failed, for the morning after a provider was away: what failed of each that is chosen runs
 * again. What may have happened already, and codes that nobody can use any more, are left to their own pages.
 */
export function replayManyRoutes(deps: OpsDeps) {
  const listFailed = async () => {
    const { events } = await listEvents(deps.db, {
      search: null,
      state: "failed",
      type: null,
      from: null,
      to: null,
      before: null,
      limit: MANY,
    });
    return events.filter((event) => !isStale(event, deps.now()));
  };
  return new Hono<OpsEnv>()
    .get("/replay-many", async (c) =>
      manyPage(c, await listFailed(), { filled: { reason: "", chosen: null }, problems: {} }),
    )
    .post("/replay-many", async (c) => {
      const form = c.get("form");
      const chosen = new Set(form.getAll("event").slice(0, MANY));
      const filled = { reason: form.get("reason") ?? "", chosen };
      const reason = Reason.safeParse(filled.reason);
      const problems: Problems = {};
      if (!reason.success) problems.reason = `Say why, in 3 to ${String(REASON_MAX)} characters.`;
      if (chosen.size === 0) problems.events = "Tick at least one event.";
      if (!reason.success || chosen.size === 0) {
        return manyPage(c, await listFailed(), { filled, problems }, 422);
      }
      const done: Done = { replayed: 0, left: 0 };
      for (const eventId of chosen) {
        const outcome = await replayFailed(c, deps, eventId, reason.data);
        done[outcome === "replayed" ? "replayed" : "left"] += 1;
      }
      deps.log.info({ requestId: c.get("requestId"), ...done }, "ops_replay_many");
      return manyPage(c, await listFailed(), {
        filled: { reason: "", chosen: null },
        problems: {},
        done,
      });
    });
}

/** Replays what failed of one event, as its own page would without anybody confirming a doubt. */
async function replayFailed(
  c: Context<OpsEnv>,
  deps: OpsDeps,
  eventId: string,
  reason: string,
): Promise<string> {
  const record = await loadEventRecord(deps.db, eventId);
  if (record === null) return "not_found";
  const plan = replayPlan(record, deps.now());
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
    buried: plan.kind === "publish_again" ? { replayId: deps.makeId("replay") } : null,
    requestedBy: signedInOf(c).session.name,
    reason,
    sendAgain: false,
  });
  return outcome;
}

function manyPage(
  c: Context<OpsEnv>,
  events: readonly ListedEvent[],
  { filled, problems, done }: { filled: Filled; problems: Problems; done?: Done },
  status: 200 | 422 = 200,
) {
  return page(
    c,
    { title: "Replay many", current: "events" },
    <div class="narrow">
      <p class="kicker">
        <a href={listAddress({ state: "failed" })}>What failed</a>
      </p>
      <h1>Replay many</h1>
      {done === undefined ? null : <output class="notice">{doneWords(done)}</output>}
      {events.length === 0 ? (
        <p class="lead">Nothing that failed can be replayed from here.</p>
      ) : (
        <form class="stack" method="post" action={paths.replayMany} autocomplete="off">
          <CsrfField token={signedInOf(c).csrfToken} />
          <p class="lead">
            What failed of each event that is ticked would run again; what is done stays done.
          </p>
          <fieldset>
            <legend>Would run</legend>
            {events.map((event) => (
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
          <p class="quiet">
            Events of which something was first tried so long ago that it may happen twice are left
            as they are: open their own pages.
          </p>
          <ReasonField value={filled.reason} problem={problems.reason} />
          <div class="actions">
            <button type="submit">Replay</button>
            <a class="button plain" href={listAddress({ state: "failed" })}>
              Cancel
            </a>
          </div>
        </form>
      )}
    </div>,
    status,
  );
}

const Choice: FC<{ event: ListedEvent; isChosen: boolean }> = ({ event, isChosen }) => (
  <label class="choice">
    <input type="checkbox" name="event" value={event.id} checked={isChosen} />
    <span>
      <strong>{event.type}</strong>: {failedOf(event)}
      <span class="hint figures">
        <Moment iso={event.occurred_at} /> <code>{event.id}</code>
      </span>
    </span>
  </label>
);

/** What failed of it, by name. */
function failedOf({ effects }: ListedEvent): string {
  const failed = effects.flatMap(({ effect, status }) => (status === "dead" ? [effect] : []));
  return failed.length === 0 ? "the event as a whole" : failed.join(", ");
}

function doneWords({ replayed, left }: Done): string {
  const begun = `${replayed} ${replayed === 1 ? "replay has" : "replays have"} begun.`;
  return left === 0 ? begun : `${begun} ${left} left as ${left === 1 ? "it was" : "they were"}.`;
}

/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import type { FC } from "hono/jsx";
import { IDEMPOTENCY_KEY_HOURS } from "#db/ops/event-state.ts";
import { type EventRecord, findEventRecord } from "#db/ops/find-event.ts";
import { REASON_MAX, Reason } from "#db/ops/reason.ts";
import { type ReplayChoice, replayEffects } from "#db/ops/replay-effects.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { eventNotFound } from "./error-page.tsx";
import { withNotice } from "./event.tsx";
import { signedInOf } from "./require-operator.ts";
import { EffectStatusBadge, TimeLabel } from "./badges.tsx";
import { CsrfField, page } from "./page.tsx";
import { paths } from "./paths.ts";
import { type ReplayCandidate, type ReplayPlan, planReplay } from "./replay-plan.ts";

export const REPLAY_LABELS = "send again";

type Filled = { reason: string; sendAgain: string; chosen: readonly string[] | null };
type Problems = { reason?: string; effects?: string; sendAgain?: string };

export function replayRoutes(deps: OpsDeps) {
  return new Hono<OpsEnv>()
    .get("/:id/replay", async (c) => {
      const record = await findEventRecord(deps.db, c.req.param("id"));
      if (record === null) return eventNotFound(c);
      const filled = { reason: "", sendAgain: "", chosen: null };
      return replayPage(c, record, { plan: planReplay(record, deps.now()), filled, problems: {} });
    })
    .post("/:id/replay", async (c) => {
      const id = c.req.param("id");
      const record = await findEventRecord(deps.db, id);
      if (record === null) return eventNotFound(c);
      const form = c.get("form");
      const filled: Filled = {
        reason: form.get("reason") ?? "",
        sendAgain: form.get("send_again") ?? "",
        chosen: form.getAll("effect"),
      };
      const reason = Reason.safeParse(filled.reason);
      const effects = form
        .getAll("effect")
        .flatMap((value) => readChoice(value, () => deps.makeId("replay")));
      const problems: Problems = {};
      const plan = planReplay(record, deps.now());
      if (plan.kind === "stale") {
        return replayPage(c, record, { plan, filled, problems }, 422);
      }
      if (!reason.success)
        problems.reason = `Give a reason of 3 to ${String(REASON_MAX)} characters.`;
      if (plan.kind === "effects" && effects.length === 0) {
        problems.effects = "Select at least one effect.";
      }
      if (!reason.success || problems.effects !== undefined) {
        return replayPage(c, record, { plan, filled, problems }, 422);
      }
      const result = await replayEffects(deps.db, {
        eventId: id,
        effects,
        wholeEvent: form.has("publish_again") ? { replayId: deps.makeId("replay") } : null,
        requestedBy: signedInOf(c).session.name,
        reason: reason.data,
        sendAgain: filled.sendAgain.trim().toLowerCase() === REPLAY_LABELS,
      });
      deps.log.info(
        { requestId: c.get("requestId"), eventId: id, outcome: result.outcome },
        "ops_replay",
      );
      switch (result.outcome) {
        case "not_found":
          return eventNotFound(c);
        case "confirmation_needed": {
          const sendAgain = `Type “${REPLAY_LABELS}” if it may be sent twice.`;
          return replayPage(c, record, { plan, filled, problems: { sendAgain } }, 422);
        }
        case "nothing_to_do":
          return c.redirect(withNotice(id, "nothing_to_replay"), 303);
        case "replayed":
          return c.redirect(withNotice(id, "replayed"), 303);
      }
    });
}

// Holds the status and attempts as rendered; an effect that changed since is left alone.
const CHOICE = /^([\w.-]{1,100})\|(dead|pending)\|(\d{1,9})$/;

function writeChoice({ effect }: ReplayCandidate): string {
  return `${effect.effect}|${effect.status}|${String(effect.attempts)}`;
}

function readChoice(value: string, makeReplayId: () => ReplayChoice["replayId"]): ReplayChoice[] {
  const [, effect, status, attempts] = CHOICE.exec(value) ?? [];
  if (effect === undefined || (status !== "dead" && status !== "pending")) return [];
  return [{ replayId: makeReplayId(), effect, seen: { status, attempts: Number(attempts) } }];
}

function replayPage(
  c: Context<OpsEnv>,
  { event, effects }: EventRecord,
  { plan, filled, problems }: { plan: ReplayPlan; filled: Filled; problems: Problems },
  status: 200 | 422 = 200,
) {
  const settled = effects.filter((row) => row.status === "done" || row.status === "skipped");
  return page(
    c,
    { title: `Replay ${event.type}`, current: "events" },
    <div class="narrow">
      <p class="kicker">
        <a href={paths.event(event.id)}>
          {event.type} <code>{event.id}</code>
        </a>
      </p>
      <h1>Replay</h1>
      {plan.kind === "nothing" || plan.kind === "stale" ? (
        <>
          <p class="lead">
            {plan.kind === "nothing"
              ? "There is nothing to replay."
              : "Its code has expired. The user can request another on the site; ignore this event."}
          </p>
          <Settled effects={settled} />
        </>
      ) : (
        <form
          class="stack"
          method="post"
          action={paths.replay(event.id)}
          // Stops browsers from restoring ticks on going back.
          autocomplete="off"
        >
          <CsrfField token={signedInOf(c).csrfToken} />
          {plan.kind === "publish_again" ? (
            <>
              <input type="hidden" name="publish_again" value="yes" />
              <p class="lead">
                The event was dead-lettered before its effects were created. It will be published
                again.
              </p>
              {event.last_error === null ? null : (
                <p class="error">
                  <code>{event.last_error}</code>
                </p>
              )}
            </>
          ) : (
            <Candidates candidates={plan.candidates} filled={filled} problem={problems.effects} />
          )}
          <Settled effects={settled} />
          {plan.kind === "effects" && plan.inDoubt ? (
            <label>
              Type “{REPLAY_LABELS}” to confirm
              <input
                name="send_again"
                value={filled.sendAgain}
                autocomplete="off"
                autocapitalize="off"
                spellcheck={false}
                aria-describedby="doubt"
                aria-invalid={problems.sendAgain === undefined ? undefined : "true"}
              />
              <span class="hint" id="doubt">
                In doubt: an effect above was first tried more than {String(IDEMPOTENCY_KEY_HOURS)}{" "}
                hours ago. If it succeeded then, it happens a second time.
              </span>
              <Problem text={problems.sendAgain} />
            </label>
          ) : null}
          <ReasonField value={filled.reason} problem={problems.reason} />
          <div class="actions">
            <button type="submit">Replay</button>
            <a class="button plain" href={paths.event(event.id)}>
              Cancel
            </a>
          </div>
        </form>
      )}
    </div>,
    status,
  );
}

const Candidates: FC<{
  candidates: readonly ReplayCandidate[];
  filled: Filled;
  problem: string | undefined;
}> = ({ candidates, filled, problem }) => (
  <fieldset>
    <legend>Would run</legend>
    {candidates.map((candidate) => {
      const { effect } = candidate;
      const value = writeChoice(candidate);
      const chosen = filled.chosen === null ? candidate.preselected : filled.chosen.includes(value);
      return (
        <label key={effect.effect} class="choice">
          <input type="checkbox" name="effect" value={value} checked={chosen} />
          <span>
            <strong>{effect.effect}</strong> <EffectStatusBadge status={effect.status} />
            <span class="hint figures">
              {effect.attempts === 1 ? "1 attempt" : `${String(effect.attempts)} attempts`}
              {effect.first_attempt_at === null ? null : (
                <>
                  , first <TimeLabel iso={effect.first_attempt_at} />
                </>
              )}
              {candidate.preselected ? null : ", retried automatically"}
            </span>
            {effect.last_error === null ? null : <code class="hint">{effect.last_error}</code>}
          </span>
        </label>
      );
    })}
    <Problem text={problem} />
  </fieldset>
);

const Settled: FC<{ effects: EventRecord["effects"] }> = ({ effects }) =>
  effects.length === 0 ? null : (
    <div>
      <h2>Not replayed</h2>
      <ul class="effects">
        {effects.map((row) => (
          <li key={row.effect}>
            {row.effect} <EffectStatusBadge status={row.status} />
          </li>
        ))}
      </ul>
    </div>
  );

export const ReasonField: FC<{ value: string; problem: string | undefined }> = ({
  value,
  problem,
}) => (
  <label>
    Reason
    <textarea
      name="reason"
      rows={3}
      required
      minlength={3}
      maxlength={REASON_MAX}
      aria-describedby="reason-hint"
      aria-invalid={problem === undefined ? undefined : "true"}
    >
      {value}
    </textarea>
    <span class="hint" id="reason-hint">
      Saved in the audit log with your name. Do not enter personal data.
    </span>
    <Problem text={problem} />
  </label>
);

const Problem: FC<{ text: string | undefined }> = ({ text }) =>
  text === undefined ? null : (
    <span class="problem" role="alert">
      {text}
    </span>
  );

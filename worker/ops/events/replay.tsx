/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { counted } from "#contracts/counted.ts";
import { IDEMPOTENCY_KEY_HOURS } from "#db/ops/event-state.ts";
import type { EventRecord } from "#db/ops/find-events.ts";
import { type ReplayChoice, replayEffects } from "#db/ops/replay-effects.ts";
import { effectLabel, eventLabel } from "../../event-labels.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { EffectList, EffectStatusBadge, TimeLabel } from "../layout/badges.tsx";
import { eventNotFound } from "../layout/error-page.tsx";
import {
  ConfirmForm,
  FieldError,
  NO_REASON,
  readReason,
  type ReasonInput,
} from "../layout/forms.tsx";
import { EventPage } from "../layout/page.tsx";
import { routesAboutEvent } from "../layout/routes-about.ts";
import { paths } from "../paths.ts";
import { eventWithFlash } from "./flash-texts.ts";
import { planReplay, type ReplayCandidate, type ReplayPlan } from "./replay-plan.ts";

const CONFIRMATION = "send again";

type ReplayInput = { reason: ReasonInput; sendAgain: string; chosen: readonly string[] | null };
type ReplayErrors = { effects?: string; sendAgain?: string };

export const replayRoutes = (deps: OpsDeps) =>
  routesAboutEvent(deps.db)
    .get("/:id/replay", (c, record) => {
      const input = { reason: NO_REASON, sendAgain: "", chosen: null };
      return replayPage(c, record, { plan: planReplay(record), input, errors: {} });
    })
    .post("/:id/replay", async (c, record) => {
      const { id } = record.event;
      const form = c.get("form");
      const reason = readReason(form);
      const input: ReplayInput = {
        reason,
        sendAgain: form.get("send_again") ?? "",
        chosen: form.getAll("effect"),
      };
      const effects = form
        .getAll("effect")
        .flatMap((value) => readChoice(value, () => deps.makeId("replay")));
      const errors: ReplayErrors = {};
      const plan = planReplay(record);
      if (plan.kind === "effects" && effects.length === 0) {
        errors.effects = "Select at least one effect.";
      }
      if (plan.kind === "stale" || reason.value === null || errors.effects !== undefined) {
        return replayPage(c, record, { plan, input, errors }, 422);
      }
      const result = await replayEffects(deps.db, {
        eventId: id,
        effects,
        wholeEvent: form.has("publish_again") ? { replayId: deps.makeId("replay") } : null,
        requestedBy: signedInOf(c).session.name,
        reason: reason.value,
        mayRunTwice: input.sendAgain.trim().toLowerCase() === CONFIRMATION,
      });
      deps.log.info(
        { requestId: c.get("requestId"), eventId: id, outcome: result.outcome },
        "ops_replay",
      );
      switch (result.outcome) {
        case "not_found":
          return eventNotFound(c);
        case "confirmation_needed": {
          const sendAgain = `Type “${CONFIRMATION}” if it may be sent twice.`;
          return replayPage(c, record, { plan, input, errors: { sendAgain } }, 422);
        }
        case "nothing_to_do":
          return c.redirect(eventWithFlash(id, "nothing_to_replay"), 303);
        case "replayed":
          return c.redirect(eventWithFlash(id, "replayed"), 303);
      }
    }).routes;

// Holds the status and attempts as rendered; an effect that changed since is left alone.
const CHOICE = /^([\w.-]{1,100})\|(dead_lettered|pending)\|(\d{1,9})$/;

function writeChoice({ effect }: ReplayCandidate): string {
  return `${effect.effect}|${effect.status}|${String(effect.attempts)}`;
}

function readChoice(value: string, makeReplayId: () => ReplayChoice["replayId"]): ReplayChoice[] {
  const [, effect, status, attempts] = CHOICE.exec(value) ?? [];
  if (effect === undefined || (status !== "dead_lettered" && status !== "pending")) return [];
  return [{ replayId: makeReplayId(), effect, seen: { status, attempts: Number(attempts) } }];
}

function replayPage(
  c: OpsContext,
  { event, effects }: EventRecord,
  { plan, input, errors }: { plan: ReplayPlan; input: ReplayInput; errors: ReplayErrors },
  status: 200 | 422 = 200,
) {
  const closed = effects.filter((row) => row.status === "completed" || row.status === "skipped");
  const notReplayed =
    closed.length === 0 ? null : <EffectList title="Not replayed" effects={closed} />;
  c.status(status);
  return c.render(
    <EventPage event={event} title={`Replay: ${eventLabel(event.type)}`} heading="Replay">
      {plan.kind === "nothing" || plan.kind === "stale" ? (
        <>
          <p class="lead">
            {plan.kind === "nothing"
              ? "There is nothing to replay."
              : "Its code has expired. The user can request another on the site; ignore this event."}
          </p>
          {notReplayed}
        </>
      ) : (
        <ConfirmForm
          action={paths.replay(event.id)}
          reason={input.reason}
          submit="Replay"
          cancelUrl={paths.event(event.id)}
        >
          {plan.kind === "publish_again" ? (
            <>
              <input type="hidden" name="publish_again" value="yes" />
              <p class="lead">
                The event was dead-lettered before its effects were created. It will be published
                again.
              </p>
              {event.lastError === null ? null : (
                <p class="error">
                  <code>{event.lastError}</code>
                </p>
              )}
            </>
          ) : (
            <Candidates candidates={plan.candidates} chosen={input.chosen} error={errors.effects} />
          )}
          {notReplayed}
          {plan.kind === "effects" && plan.inDoubt ? (
            <SendAgain text={input.sendAgain} error={errors.sendAgain} />
          ) : null}
        </ConfirmForm>
      )}
    </EventPage>,
  );
}

const SendAgain: FC<{ text: string; error: string | undefined }> = ({ text, error }) => (
  <label>
    Type “{CONFIRMATION}” to confirm
    <input
      name="send_again"
      value={text}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      aria-describedby="doubt"
      aria-invalid={error === undefined ? undefined : "true"}
    />
    <span class="hint" id="doubt">
      In doubt: an effect above was first tried more than {String(IDEMPOTENCY_KEY_HOURS)} hours ago.
      If it succeeded then, it happens a second time.
    </span>
    <FieldError text={error} />
  </label>
);

const Candidates: FC<{
  candidates: readonly ReplayCandidate[];
  chosen: readonly string[] | null;
  error: string | undefined;
}> = ({ candidates, chosen, error }) => (
  <fieldset>
    <legend>Would run</legend>
    {candidates.map((candidate) => {
      const { effect } = candidate;
      const value = writeChoice(candidate);
      const isChosen = chosen === null ? candidate.preselected : chosen.includes(value);
      return (
        <label key={effect.effect} class="choice">
          <input type="checkbox" name="effect" value={value} checked={isChosen} />
          <span>
            <strong>{effectLabel(effect.effect)}</strong>{" "}
            <EffectStatusBadge status={effect.status} />
            <span class="hint figures">
              {counted(effect.attempts, "attempt")}
              {effect.firstAttemptAt === null ? null : (
                <>
                  , first <TimeLabel iso={effect.firstAttemptAt} />
                </>
              )}
              {candidate.preselected ? null : ", retried automatically"}
            </span>
            {effect.lastError === null ? null : <code class="hint">{effect.lastError}</code>}
          </span>
        </label>
      );
    })}
    <FieldError text={error} />
  </fieldset>
);

import type { EmailReport } from "#db/emails/email-reports-sql.ts";
import type { Trace } from "#db/ops/find-trace.ts";
import type { EffectStatus } from "#db/schema/events.ts";
import { effectLabel, eventLabel } from "../../event-labels.ts";
import { EFFECT_STATUS_LABELS } from "../layout/badges.tsx";
import { emailReportLabel } from "../layout/email-report.ts";
import { ATTEMPT_LABELS } from "./attempts.tsx";

type Span = {
  key: string;
  name: string;
  /** Milliseconds since the trace began; null: it has not begun. */
  startMs: number | null;
  /** Null: it has not ended. */
  tookMs: number | null;
  outcome: string;
  status: EffectStatus;
};

export type EventSpan = Span & { eventId: string; steps: Span[] };

export type Waterfall = {
  /** ISO 8601 */
  beganAt: string;
  lengthMs: number;
  events: EventSpan[];
  /** A step began before its event, or ended before it began: edge, Postgres and Resend have a clock each. */
  clocksDiffer: boolean;
};

type TimedSpan = Omit<Span, "startMs" | "tookMs"> & { start: string | null; end: string | null };

const EVENT_SPAN = {
  open: { outcome: "open", status: "pending" },
  stuck: { outcome: "stuck", status: "pending" },
  failed: { outcome: "failed", status: "dead_lettered" },
  completed: { outcome: "completed", status: "completed" },
} as const;

/** Lays the rows of a trace out on one axis, which begins with its first event. What begins before its event begins at once. */
export function layOutTrace(trace: Trace, now: Date): Waterfall | null {
  const [first] = trace.events;
  if (first === undefined) return null;
  const zero = Date.parse(first.occurredAt);
  let clocksDiffer = false;
  let lengthMs = 1;
  const place = ({ start, end, ...span }: TimedSpan, earliestMs: number): Span => {
    if (start === null) return { ...span, startMs: null, tookMs: null };
    const given = Date.parse(start) - zero;
    const startMs = Math.max(earliestMs, given);
    const endGiven = end === null ? null : Date.parse(end) - zero;
    const endMs = endGiven === null ? null : Math.max(startMs, endGiven);
    clocksDiffer ||= given < earliestMs || (endGiven ?? given) < given;
    lengthMs = Math.max(lengthMs, endMs ?? now.getTime() - zero);
    return { ...span, startMs, tookMs: endMs === null ? null : endMs - startMs };
  };
  const events = trace.events.map((event): EventSpan => {
    const own: TimedSpan = {
      key: event.id,
      name: eventLabel(event.type),
      start: event.occurredAt,
      end: event.completedAt ?? event.deadLetteredAt,
      ...EVENT_SPAN[event.state],
    };
    const span = place(own, 0);
    const steps = stepsOf(event, trace).map((step) => place(step, span.startMs ?? 0));
    return {
      ...span,
      eventId: event.id,
      steps: steps.toSorted((a, b) => (a.startMs ?? Infinity) - (b.startMs ?? Infinity)),
    };
  });
  return { beganAt: first.occurredAt, lengthMs, events, clocksDiffer };
}

function stepsOf(event: Trace["events"][number], trace: Trace): TimedSpan[] {
  const effects = trace.effects.filter(({ eventId: id }) => id === event.id);
  return [dispatchOf(event), ...effects.flatMap((effect) => stepsOfEffect(effect, trace))];
}

function dispatchOf(event: Trace["events"][number]): TimedSpan {
  const isOver = event.dispatchedAt !== null || event.state === "failed";
  return {
    key: `${event.id}.dispatch`,
    name: "Publish and dispatch",
    start: event.occurredAt,
    end: event.dispatchedAt ?? (isOver ? event.deadLetteredAt : null),
    ...(event.dispatchedAt !== null
      ? { outcome: "completed", status: "completed" }
      : isOver
        ? { outcome: "failed", status: "dead_lettered" }
        : { outcome: "waiting", status: "pending" }),
  };
}

function stepsOfEffect(effect: Trace["effects"][number], trace: Trace): TimedSpan[] {
  const { eventId } = effect;
  const key = `${eventId}.${effect.effect}`;
  const name = effectLabel(effect.effect);
  const attempts = trace.attempts.filter(
    (attempt) => attempt.eventId === eventId && attempt.effect === effect.effect,
  );
  const steps = attempts.map(
    ({ number, startedAt: start, endedAt: end, outcome, httpStatus: http }): TimedSpan => {
      const isRunning = effect.status === "pending" && number === effect.attempts;
      const label =
        outcome === null
          ? isRunning
            ? { label: "no result yet", status: "pending" as const }
            : { label: "no result: its worker stopped", status: "dead_lettered" as const }
          : ATTEMPT_LABELS[outcome];
      return {
        key: `${key}.${number}`,
        name: attempts.length > 1 || number > 1 ? `${name}, attempt ${number}` : name,
        start,
        // Nobody knows when a worker stopped.
        end: end ?? (isRunning ? null : start),
        outcome: http === null ? label.label : `${label.label}, HTTP ${http}`,
        status: label.status,
      };
    },
  );
  // Ignored by an operator, or completed by the dispatch.
  if (effect.status === "skipped" || attempts.length === 0) {
    steps.push({
      key,
      name,
      start: effect.completedAt,
      end: effect.completedAt,
      outcome: EFFECT_STATUS_LABELS[effect.status].word,
      status: effect.status,
    });
  }
  const report = effect.emailReports.findLast(({ type }) => type !== "email.sent");
  const sent = attempts.at(-1);
  if (report !== undefined && sent !== undefined) {
    steps.push({
      key: `${key}.email`,
      name: `${name}: delivery`,
      start: sent.startedAt,
      end: report.at,
      outcome: emailReportLabel(report.type).toLowerCase(),
      status: statusOf(report),
    });
  }
  return steps;
}

function statusOf({ type }: EmailReport): EffectStatus {
  if (type === "email.delivered") return "completed";
  return type === "email.delivery_delayed" ? "pending" : "dead_lettered";
}

/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import * as z from "zod";
import { DomainEvent } from "#contracts/events/catalogue.ts";
import { Actor } from "#contracts/events/envelope.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import type { EventRecord } from "#db/ops/find-events.ts";
import { WHOLE_EVENT } from "#db/ops/replay-effects.ts";
import { effectLabel } from "../../event-labels.ts";
import { eventListUrl } from "../../ops-links.ts";
import { Fact, TimeFact, TimeLabel } from "../layout/badges.tsx";
import { formatUtcTime } from "../layout/format-time.ts";
import { Id } from "../layout/id.tsx";
import { paths } from "../paths.ts";

export const EventFacts: FC<{ record: EventRecord; customerKey: string | null }> = ({
  record: { event },
  customerKey,
}) => (
  <section>
    <h2>Details</h2>
    <dl class="facts figures">
      <Fact name="Event">
        <code>{event.id}</code>
      </Fact>
      <Fact name="Type">
        <code>{event.type}</code>
      </Fact>
      <Fact name="Version">{String(event.version)}</Fact>
      <TimeFact name="Occurred, London" iso={event.occurredAt} />
      <Fact name="Occurred, UTC">
        <time datetime={event.occurredAt}>{formatUtcTime(event.occurredAt)}</time>
      </Fact>
      <Fact name="Caused by">{actorLabel(event.actor)}</Fact>
      <Fact name="About">
        <a href={eventListUrl({ q: event.aggregateId })}>
          <code>{event.aggregateId}</code>
        </a>
      </Fact>
      {customerKey === null ? null : (
        <Fact name="Customer">
          <a href={paths.customer(customerKey)}>Customer history</a>
        </Fact>
      )}
      <Fact name="Request">
        <a href={eventListUrl({ q: event.correlationId })}>
          <code>{event.correlationId}</code>
        </a>
      </Fact>
      <Fact name="Trace">
        <a href={paths.trace(event.id)}>Trace</a>
      </Fact>
      <Fact name="Times published by the relay">{timesLabel(event.publishCount)}</Fact>
      <TimeFact name="Dispatched" iso={event.dispatchedAt} />
      <TimeFact name="Completed" iso={event.completedAt} />
      <TimeFact name="Dead-lettered" iso={event.deadLetteredAt} />
      <Payload event={event} />
    </dl>
  </section>
);

// Only a payload that matches its contract is shown; any other could hold personal data.
const Payload: FC<{ event: EventRecord["event"] }> = ({ event }) => {
  const parsed = DomainEvent.safeParse(toDomainShape(event));
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join(".")).join(", ");
    return <Fact name="Data">{`Not shown: it does not match the contract (${fields}).`}</Fact>;
  }
  return (
    <>
      {Object.entries(parsed.data.data).map(([name, value]) => (
        <Fact key={name} name={name}>
          {/* JSX renders nothing for a boolean. */}
          <Id id={typeof value === "object" ? JSON.stringify(value) : String(value)} />
        </Fact>
      ))}
    </>
  );
};

function timesLabel(count: number): string {
  if (count === 0) return "never";
  return count === 1 ? "once" : `${String(count)} times`;
}

export const Replays: FC<{ record: EventRecord }> = ({ record }) =>
  record.replays.length === 0 ? null : (
    <section>
      <h2>Replays</h2>
      <ul class="log">
        {record.replays.map((replay) => (
          <li key={replay.id}>
            <p>
              <strong>{replay.requestedBy}</strong> asked for{" "}
              {replay.effect === WHOLE_EVENT
                ? "the event to be published again"
                : `“${effectLabel(replay.effect)}”`}
              , <TimeLabel iso={replay.at} />
            </p>
            <p class="said">{replay.reason}</p>
          </li>
        ))}
      </ul>
    </section>
  );

/** For example `effect.send-auto-reply` and `replay.requested`. */
function actionLabel(action: string): string {
  const [kind = "", name = ""] = action.split(".");
  if (kind === "effect") return effectLabel(name);
  if (kind === "exhausted") {
    return name === "event" ? "Event given up" : `${effectLabel(name)}: given up`;
  }
  const words = action.replaceAll(/[._]/g, " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const WithReason = z.object({ reason: z.string() });

export const AuditLog: FC<{ record: EventRecord }> = ({ record }) => (
  <section>
    <h2>Audit log</h2>
    {record.audit.length === 0 ? (
      <p>Nothing yet.</p>
    ) : (
      <ul class="log">
        {record.audit.map((row) => {
          const data = WithReason.safeParse(row.data);
          return (
            <li key={row.id}>
              <p>
                <strong>{actionLabel(row.action)}</strong>, {actorLabel(row.actor)},{" "}
                <TimeLabel iso={row.at} />
              </p>
              {data.success ? <p class="said">{data.data.reason}</p> : null}
              <details>
                <summary>Data</summary>
                <code>{row.action}</code>
                <pre>{JSON.stringify(row.data, null, 2)}</pre>
              </details>
            </li>
          );
        })}
      </ul>
    )}
  </section>
);

function actorLabel(value: unknown): string {
  const actor = Actor.safeParse(value);
  if (!actor.success) return "unknown";
  switch (actor.data.kind) {
    case "visitor":
      return "a visitor";
    case "user":
      return `customer ${actor.data.userId}`;
    case "ops":
      return `${actor.data.name}, ops`;
    case "system":
      return `the system, ${actor.data.name}`;
  }
}

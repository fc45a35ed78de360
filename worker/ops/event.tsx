/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import type { FC } from "hono/jsx";
import { z } from "zod";
import { DomainEvent } from "#contracts/events/catalogue.ts";
import { Actor } from "#contracts/events/envelope.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import { type EventEffect, type EventRecord, findEventRecord } from "#db/ops/find-event.ts";
import { findCustomerOfEvent } from "#db/ops/find-customer-of-event.ts";
import { findRefundRequest } from "#db/ops/find-refund-request.ts";
import { WHOLE_EVENT } from "#db/ops/replay-effects.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { eventNotFound } from "./error-page.tsx";
import { eventListUrl } from "./list-query.ts";
import { EffectStatusBadge, Fact, TimeLabel, EventStateBadge } from "./badges.tsx";
import { page } from "./page.tsx";
import { paths } from "./paths.ts";
import { RefundRequest, isRefundRequestPending } from "./refund-request.tsx";
import { type ReplayPlan, planReplay } from "./replay-plan.ts";
import { formatUtcTime } from "./format-time.ts";

/** Flash messages; the URL carries the key, never the text. */
const NOTICES = {
  replayed: "The replay has started. Reload this page to see its progress.",
  nothing_to_replay: "There was nothing to replay.",
  ignored: "Ignored. The failed effects will not run again.",
  nothing_to_ignore: "There was nothing to ignore.",
  refund_approved: "Approved. The worker refunds the payments and cancels the subscription.",
  refund_declined: "Declined. The customer gets an email.",
  refund_decided_before: "Already decided: nothing was changed.",
} as const;
export type Notice = keyof typeof NOTICES;

export const withNotice = (id: string, notice: Notice): string =>
  `${paths.event(id)}?notice=${notice}`;

const NoticeName = z.enum(Object.keys(NOTICES) as [Notice, ...Notice[]]);

export function eventRoutes(deps: OpsDeps) {
  return new Hono<OpsEnv>().get("/:id", async (c) => {
    const record = await findEventRecord(deps.db, c.req.param("id"));
    if (record === null) return eventNotFound(c);
    const asked = isRefundRequestPending(record);
    const [request, personKey] = await Promise.all([
      asked === null ? null : findRefundRequest(deps.db, asked.data.refundRequestId),
      findCustomerOfEvent(deps.db, record.event.id),
    ]);
    const notice = NoticeName.safeParse(c.req.query("notice"));
    return page(
      c,
      { title: record.event.type, current: "events" },
      <>
        <p class="kicker">
          <a href={paths.events}>Events</a>
        </p>
        <div class="title">
          <h1>{record.event.type}</h1>
          <EventStateBadge state={record.event.state} />
        </div>
        {notice.success ? <output class="notice">{NOTICES[notice.data]}</output> : null}
        <Actions record={record} now={deps.now()} />
        <div class="columns">
          <div>
            {request === null ? null : (
              <RefundRequest eventId={record.event.id} request={request} />
            )}
            <Effects record={record} />
            <Replays record={record} />
            <Audit record={record} />
          </div>
          <Facts record={record} personKey={personKey} />
        </div>
      </>,
    );
  });
}

const SHOWN_FIRST = "The next page shows what would run and asks for confirmation.";
const PLAN_WORDS: Readonly<Record<ReplayPlan["kind"], string>> = {
  nothing: "There is nothing to replay.",
  stale: "Not replayable: its code has expired.",
  publish_again: SHOWN_FIRST,
  effects: SHOWN_FIRST,
};

const Actions: FC<{ record: EventRecord; now: Date }> = ({ record, now }) => {
  const { event } = record;
  const plan = planReplay(record, now);
  return (
    <div class="actions">
      {event.last_error === null || event.state !== "failed" ? null : (
        <p class="error">
          <code>{event.last_error}</code>
        </p>
      )}
      {plan.kind === "stale" ? null : (
        <a
          class={plan.kind === "nothing" ? "button plain" : "button"}
          href={paths.replay(event.id)}
        >
          Replay…
        </a>
      )}
      {event.state === "failed" ? (
        <a class="button plain" href={paths.ignore(event.id)}>
          Ignore…
        </a>
      ) : null}
      <p class="quiet">{PLAN_WORDS[plan.kind]}</p>
    </div>
  );
};

const Effects: FC<{ record: EventRecord }> = ({ record }) => (
  <section>
    <h2>Effects</h2>
    {record.effects.length === 0 ? (
      <p>
        {record.event.state === "failed"
          ? "None: the event was dead-lettered before its effects were created."
          : "None yet: the event waits for dispatch."}
      </p>
    ) : (
      <ol class="timeline">
        {record.effects.map((effect) => (
          <EffectEntry
            key={effect.effect}
            effect={effect}
            skipped={skippedBecause(record, effect.effect)}
          />
        ))}
      </ol>
    )}
  </section>
);

const Skipped = z.object({ outcome: z.literal("skipped"), reason: z.string() });

/** Null if the effect was not skipped. */
export function skippedBecause({ audit }: EventRecord, effect: string): string | null {
  const done = audit.find(({ action }) => action === `effect.${effect}`);
  const skipped = Skipped.safeParse(done?.data);
  return skipped.success ? skipped.data.reason.replaceAll("_", " ") : null;
}

const EffectEntry: FC<{ effect: EventEffect; skipped: string | null }> = ({ effect, skipped }) => (
  <li class={effect.status}>
    <h3>
      {effect.effect} <EffectStatusBadge status={effect.status} />
    </h3>
    <dl class="facts figures">
      <Fact name="Attempts">{String(effect.attempts)}</Fact>
      {effect.first_attempt_at === null ? null : (
        <Fact name="First attempt">
          <TimeLabel iso={effect.first_attempt_at} />
        </Fact>
      )}
      {effect.completed_at === null ? null : (
        <Fact name="Done">
          <TimeLabel iso={effect.completed_at} />
        </Fact>
      )}
      {skipped === null ? null : <Fact name="Outcome">{`skipped: ${skipped}`}</Fact>}
      {effect.external_id === null ? null : (
        <Fact name="External id">
          <code>{effect.external_id}</code>
        </Fact>
      )}
    </dl>
    {effect.last_error === null ? null : (
      <p class="error">
        <code>{effect.last_error}</code>
      </p>
    )}
  </li>
);

const Facts: FC<{ record: EventRecord; personKey: string | null }> = ({
  record: { event },
  personKey,
}) => (
  <section>
    <h2>Details</h2>
    <dl class="facts figures">
      <Fact name="Event">
        <code>{event.id}</code>
      </Fact>
      <Fact name="Version">{String(event.version)}</Fact>
      <Fact name="Occurred, London">
        <TimeLabel iso={event.occurred_at} />
      </Fact>
      <Fact name="Occurred, UTC">
        <time datetime={event.occurred_at}>{formatUtcTime(event.occurred_at)}</time>
      </Fact>
      <Fact name="Actor">{actorWords(event.actor)}</Fact>
      <Fact name="About">
        <a href={eventListUrl({ q: event.aggregate_id })}>
          <code>{event.aggregate_id}</code>
        </a>
      </Fact>
      {personKey === null ? null : (
        <Fact name="Customer">
          <a href={paths.customer(personKey)}>Customer history</a>
        </Fact>
      )}
      <Fact name="Request">
        <a href={eventListUrl({ q: event.request_id })}>
          <code>{event.request_id}</code>
        </a>
      </Fact>
      <Fact name="Times published by the relay">{times(event.publish_count)}</Fact>
      {event.dispatched_at === null ? null : (
        <Fact name="Dispatched">
          <TimeLabel iso={event.dispatched_at} />
        </Fact>
      )}
      {event.completed_at === null ? null : (
        <Fact name="Completed">
          <TimeLabel iso={event.completed_at} />
        </Fact>
      )}
      {event.dead_lettered_at === null ? null : (
        <Fact name="Dead-lettered">
          <TimeLabel iso={event.dead_lettered_at} />
        </Fact>
      )}
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
          <code>{String(value)}</code>
        </Fact>
      ))}
    </>
  );
};

const Replays: FC<{ record: EventRecord }> = ({ record }) =>
  record.replays.length === 0 ? null : (
    <section>
      <h2>Replays</h2>
      <ul class="log">
        {record.replays.map((replay) => (
          <li key={replay.id}>
            <p>
              <strong>{replay.requested_by}</strong> asked for{" "}
              {replay.effect === WHOLE_EVENT ? "the event to be published again" : replay.effect},{" "}
              <TimeLabel iso={replay.at} />
            </p>
            <p class="said">{replay.reason}</p>
          </li>
        ))}
      </ul>
    </section>
  );

const Reasoned = z.object({ reason: z.string() });

const Audit: FC<{ record: EventRecord }> = ({ record }) => (
  <section>
    <h2>Audit log</h2>
    {record.audit.length === 0 ? (
      <p>Nothing yet.</p>
    ) : (
      <ul class="log">
        {record.audit.map((row) => {
          const reasoned = Reasoned.safeParse(row.data);
          return (
            <li key={row.id}>
              <p>
                <strong>{row.action}</strong>, {actorWords(row.actor)}, <TimeLabel iso={row.at} />
              </p>
              {reasoned.success ? <p class="said">{reasoned.data.reason}</p> : null}
              <details>
                <summary>Data</summary>
                <pre>{JSON.stringify(row.data, null, 2)}</pre>
              </details>
            </li>
          );
        })}
      </ul>
    )}
  </section>
);

function times(count: number): string {
  if (count === 0) return "never";
  return count === 1 ? "once" : `${String(count)} times`;
}

function actorWords(value: unknown): string {
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

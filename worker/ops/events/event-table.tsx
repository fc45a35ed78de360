/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { EventPerson } from "#db/ops/find-events.ts";
import type { ListedEvent } from "#db/ops/list-events.ts";
import { eventLabel } from "../../event-labels.ts";
import { type EventListQuery, eventListUrl } from "../../ops-links.ts";
import { displayName, redactEmail } from "../customers/redact.ts";
import { EffectBadge, EventStateBadge, TimeLabel } from "../layout/badges.tsx";
import { formatAge, formatLondonTime } from "../layout/format-time.ts";
import { RowLink, Table } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { isOfNewerVersion } from "./event-effects.tsx";
import { eventSubject } from "./event-subject.ts";

export type EventGroup = {
  event: ListedEvent;
  /** Events of the same request, oldest first. */
  others: readonly ListedEvent[];
  hasMore: boolean;
};

export const EventTable: FC<{
  groups: readonly EventGroup[];
  people: readonly EventPerson[];
  now: Date;
}> = ({ groups, people, now }) => (
  <Table
    class="events"
    caption="Events, newest first"
    heads={["Event", "About", "State", "Effects", "When"]}
  >
    {groups.map(({ event, others, hasMore }) => (
      <tr key={event.id}>
        <th scope="row">
          <EventLink event={event} />
          <Others event={event} others={others} hasMore={hasMore} />
        </th>
        <td class="about">
          <About event={event} people={people} />
        </td>
        <td>
          <EventStateBadge state={event.state} />
        </td>
        <td>
          {event.effects.length === 0 ? (
            <span class="quiet">{noEffectsLabel(event)}</span>
          ) : (
            <ul class="effects">
              {event.effects.map((row) => (
                <EffectBadge key={row.effect} effect={row.effect} status={row.status} />
              ))}
            </ul>
          )}
          <Errors event={event} />
        </td>
        <td class="when figures">
          <TimeLabel iso={event.occurredAt} />
          <span class="quiet">{formatAge(event.occurredAt, now)}</span>
        </td>
      </tr>
    ))}
  </Table>
);

export const EventLink: FC<{ event: Pick<ListedEvent, "id" | "type" | "occurredAt"> }> = ({
  event: { id, type, occurredAt },
}) => (
  <RowLink href={paths.event(id)} of={formatLondonTime(occurredAt)} id={id}>
    {eventLabel(type)}
  </RowLink>
);

function noEffectsLabel(event: ListedEvent): string {
  if (event.state === "failed") return "None";
  return isOfNewerVersion(event) ? "Waits for a newer worker" : "None yet";
}

const Others: FC<EventGroup> = ({ event, others, hasMore }) =>
  others.length === 0 ? null : (
    <details open={others.some(({ state }) => state === "failed" || state === "stuck")}>
      <summary>
        {hasMore ? `${others.length}+` : String(others.length)} more of this request
      </summary>
      <ul class="others">
        {others.map((other) => (
          <li key={other.id}>
            <EventLink event={other} />{" "}
            {other.state === "completed" ? null : <EventStateBadge state={other.state} />}
            <Subject event={other} />
          </li>
        ))}
        {hasMore ? (
          <li>
            <RowLink href={eventListUrl({ q: event.correlationId })} id={event.correlationId}>
              All of this request
            </RowLink>
          </li>
        ) : null}
      </ul>
    </details>
  );

const About: FC<{ event: ListedEvent; people: readonly EventPerson[] }> = ({ event, people }) => {
  const person = people.find(({ aggregateId: id }) => id === event.aggregateId);
  return (
    <>
      {person === undefined ? (
        <code>{event.aggregateId}</code>
      ) : (
        <RowLink href={paths.customer(person.key)} id={person.key}>
          {redactedName(person)}
        </RowLink>
      )}
      <Subject event={event} />
    </>
  );
};

const Subject: FC<{ event: ListedEvent }> = ({ event }) => {
  const subject = eventSubject(event);
  return subject === null ? null : <span class="hint subject">{subject}</span>;
};

function redactedName(person: EventPerson): string {
  return person.businessName === null && person.firstName === null && person.lastName === null
    ? redactEmail(person.email ?? "")
    : displayName(person);
}

export const Errors: FC<{ event: ListedEvent }> = ({ event }) => {
  if (event.state === "completed") return null;
  const effects = event.effects.filter(
    ({ status }) => status === (event.state === "failed" ? "dead_lettered" : "pending"),
  );
  const errors = new Set(
    (effects.length === 0 ? [event] : effects).flatMap((row) => row.lastError ?? []),
  );
  return [...errors].map((error) => (
    <a key={error} class="hint why" href={eventListUrl({ state: event.state, error })}>
      <code>{error}</code>
      <span class="unseen">: only {event.state} events with this error</span>
    </a>
  ));
};

const EMPTY_LABELS = {
  failed: "No failed events",
  stuck: "No stuck events",
  open: "No open events",
  completed: "No completed events",
  refunds: "No refund requests to decide",
  replayed: "No replayed events",
} as const;

export const NoEvents: FC<{ query: EventListQuery; unreadable: boolean }> = ({
  query,
  unreadable,
}) => {
  const { view, state, ...rest } = { ...query, before: null };
  const isFiltered = eventListUrl(rest) !== paths.events;
  const list = view ?? state;
  if (list !== null && !isFiltered) {
    return (
      <div class="empty">
        <h2>{EMPTY_LABELS[list]}</h2>
      </div>
    );
  }
  return (
    <div class="empty">
      <h2>{isFiltered ? "No results" : "No events yet"}</h2>
      <p>
        {unreadable
          ? "That search ended with your session. Please enter the name or email address again."
          : isFiltered
            ? "No event matches the search and filters."
            : "Send an enquiry from the site and it appears here."}
      </p>
    </div>
  );
};

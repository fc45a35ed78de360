/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { ListedEvent } from "#db/ops/list-events.ts";
import { EffectBadge, EventStateBadge, TimeLabel } from "../layout/badges.tsx";
import { formatAge } from "../layout/format-time.ts";
import { paths } from "../paths.ts";
import { type EventListQuery, eventListUrl } from "./list-query.ts";

export const EventTable: FC<{ events: readonly ListedEvent[]; now: Date }> = ({ events, now }) => (
  <table class="events">
    <caption class="unseen">Events, newest first</caption>
    <thead>
      <tr>
        <th scope="col">Event</th>
        <th scope="col">About</th>
        <th scope="col">State</th>
        <th scope="col">Effects</th>
        <th scope="col">When</th>
      </tr>
    </thead>
    <tbody>
      {events.map((event) => (
        <tr key={event.id}>
          <th scope="row">
            <a href={paths.event(event.id)}>{event.type}</a>
          </th>
          <td class="about">
            <code>{event.aggregate_id}</code>
          </td>
          <td>
            <EventStateBadge state={event.state} />
          </td>
          <td>
            {event.effects.length === 0 ? (
              <span class="quiet">{event.state === "failed" ? "none" : "none yet"}</span>
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
            <TimeLabel iso={event.occurred_at} />
            <span class="quiet">{formatAge(event.occurred_at, now)}</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const Errors: FC<{ event: ListedEvent }> = ({ event }) => {
  if (event.state === "done") return null;
  const effects = event.effects.filter(
    ({ status }) => status === (event.state === "failed" ? "dead" : "pending"),
  );
  const errors = new Set(
    (effects.length === 0 ? [event] : effects).flatMap((row) => row.last_error ?? []),
  );
  return [...errors].map((error) => (
    <a key={error} class="hint why" href={eventListUrl({ state: event.state, error })}>
      <code>{error}</code>
      <span class="unseen">: only events with this error</span>
    </a>
  ));
};

const EMPTY_LABELS = {
  failed: "No failed events",
  stuck: "No stuck events",
  open: "No open events",
  done: "No completed events",
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

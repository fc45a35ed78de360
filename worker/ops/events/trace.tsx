/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { traceIdOf } from "#db/events/trace-id.ts";
import { findTrace } from "#db/ops/find-trace.ts";
import { eventListUrl } from "../../ops-links.ts";
import { newRoutes, type OpsDeps } from "../env.ts";
import { Fact, TimeFact } from "../layout/badges.tsx";
import { eventNotFound } from "../layout/error-page.tsx";
import { formatDuration } from "../layout/format-time.ts";
import { Page } from "../layout/page.tsx";
import { RowLink } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { type EventSpan, layOutTrace, type Waterfall } from "./trace-spans.ts";

export function traceRoutes(deps: OpsDeps) {
  return newRoutes().get("/:id/trace", async (c) => {
    const trace = await findTrace(deps.db, c.req.param("id"));
    const waterfall = trace === null ? null : layOutTrace(trace, deps.now());
    const event = trace?.events[0];
    if (trace === null || waterfall === null || event === undefined) return eventNotFound(c);
    const { correlationId, traceparent } = event;
    return c.render(
      <Page
        title="Trace"
        current="events"
        kicker={
          <>
            <a href={paths.events}>Events</a> ›{" "}
            <a href={paths.event(c.req.param("id"))}>the event</a>
          </>
        }
      >
        <p class="lead">What followed from one request, by our own timestamps.</p>
        <dl class="facts figures">
          <TimeFact name="Began, London" iso={waterfall.beganAt} />
          <Fact name="Length">{formatDuration(waterfall.lengthMs)}</Fact>
          <Fact name="Request">
            <a href={eventListUrl({ q: correlationId })}>
              <code>{correlationId}</code>
            </a>
          </Fact>
          <Fact name={traceparent === null ? "Trace" : "Trace, begun by the browser"}>
            <code>{traceIdOf({ correlationId, traceparent })}</code>
          </Fact>
        </dl>
        {waterfall.clocksDiffer ? (
          <p class="notice">
            The clocks differ: a step began before its event, or ended before it began. It is shown
            at the beginning of the event, or with no length.
          </p>
        ) : null}
        {trace.isCut ? (
          <p class="notice">The request has more events. These are its oldest.</p>
        ) : null}
        <WaterfallTable waterfall={waterfall} />
      </Page>,
    );
  });
}

const WaterfallTable: FC<{ waterfall: Waterfall }> = ({ waterfall: { events, lengthMs } }) => (
  <table class="small waterfall figures">
    <caption class="unseen">Events and their steps, with a bar from beginning to end</caption>
    <thead>
      <tr>
        <th scope="col">Step</th>
        <th scope="col" aria-label="When">
          <span class="scale">
            <span>0</span>
            <span>{formatDuration(lengthMs)}</span>
          </span>
        </th>
        <th scope="col">Started after</th>
        <th scope="col">Took</th>
        <th scope="col">Result</th>
      </tr>
    </thead>
    {events.map((event) => (
      <tbody key={event.key}>
        <Row span={event} lengthMs={lengthMs} href={paths.event(event.eventId)} />
        {event.steps.map((step) => (
          <Row key={step.key} span={step} lengthMs={lengthMs} />
        ))}
      </tbody>
    ))}
  </table>
);

/** Units of the SVG, which scales to its column. */
const WIDTH = 1_000;
/** Two pixels on a phone. */
const NARROWEST = 6;

const Row: FC<{ span: EventSpan["steps"][number]; lengthMs: number; href?: string }> = ({
  span: { name, startMs, tookMs, outcome, status },
  lengthMs,
  href,
}) => {
  const scale = (ms: number) => (ms / lengthMs) * WIDTH;
  const length = startMs === null ? 0 : (tookMs ?? lengthMs - startMs);
  const width = Math.max(NARROWEST, scale(length));
  return (
    <tr class={href === undefined ? "step" : "whole"}>
      <th scope="row">
        {href === undefined ? (
          name
        ) : (
          <RowLink href={href} id={href}>
            {name}
          </RowLink>
        )}
      </th>
      <td>
        <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
          {startMs === null ? null : (
            <rect
              class={`bar ${status}`}
              x={Math.min(scale(startMs), WIDTH - width)}
              width={width}
              height="10"
            />
          )}
        </svg>
      </td>
      <td>{startMs === null ? "–" : formatDuration(startMs)}</td>
      <td>{tookMs === null ? "–" : formatDuration(tookMs)}</td>
      <td>
        <span class={`status ${status}`}>{outcome}</span>
      </td>
    </tr>
  );
};

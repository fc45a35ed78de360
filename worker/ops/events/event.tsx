/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { findCustomerOfEvent } from "#db/ops/find-customer-of-event.ts";
import { type EventRecord, findEventRecord } from "#db/ops/find-events.ts";
import { findRefundRequest } from "#db/ops/find-refunds.ts";
import { listPromisesOfEvent } from "#db/promises/find-promises.ts";
import { eventLabel } from "../../event-labels.ts";
import { Enquiry, findEnquiryOfEvent } from "../enquiries/enquiry.tsx";
import { newRoutes, type OpsDeps, useSignedIn } from "../env.ts";
import { EventStateBadge } from "../layout/badges.tsx";
import { eventNotFound } from "../layout/error-page.tsx";
import { flashKeyOf, FlashMessage } from "../layout/flash-message.tsx";
import { Page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { EventPromises } from "../promises/promise-state.tsx";
import { RefundRequest, refundRequestEvent } from "../refunds/refund-request.tsx";
import { EventEffects } from "./event-effects.tsx";
import { EventFacts, AuditLog, Replays } from "./event-facts.tsx";
import { FLASH_TEXTS, REPLAY_RUNNING } from "./flash-texts.ts";
import { isIgnored } from "./ignore.tsx";
import { planReplay, type ReplayPlan, replayProgress, type ReplayProgress } from "./replay-plan.ts";

export function eventRoutes(deps: OpsDeps) {
  return newRoutes().get("/:id", async (c) => {
    const record = await findEventRecord(deps.db, c.req.param("id"));
    if (record === null) return eventNotFound(c);
    const refundEvent = refundRequestEvent(record);
    const [request, customerKey, promises] = await Promise.all([
      refundEvent === null ? null : findRefundRequest(deps.db, refundEvent.data.refundRequestId),
      findCustomerOfEvent(deps.db, record.event.id),
      listPromisesOfEvent(deps.db, record.event.id),
    ]);
    const enquiry = await findEnquiryOfEvent(c, deps, record, customerKey);
    const isUndecided = request?.isUndecided === true;
    const progress = replayProgress(record, deps.now());
    // A refresh of the same URL keeps the browser's place.
    if (progress?.refreshS !== undefined && progress.refreshS !== null) {
      c.header("Refresh", String(progress.refreshS));
    }
    return c.render(
      <Page
        title={eventLabel(record.event.type)}
        current="events"
        kicker={<a href={paths.events}>Events</a>}
        beside={isUndecided ? null : <EventStateBadge state={record.event.state} />}
      >
        <FlashMessage texts={FLASH_TEXTS} />
        {progress === null ? null : (
          <Progress
            progress={progress}
            isFailed={record.event.state === "failed"}
            isAsked={flashKeyOf(c) === "replayed"}
          />
        )}
        {isUndecided ? (
          <>
            <RefundRequest eventId={record.event.id} request={request} />
            <div class="title">
              <h2>Event</h2>
              <EventStateBadge state={record.event.state} />
            </div>
          </>
        ) : null}
        <Actions record={record} />
        <div class="columns">
          <div>
            {request === null || isUndecided ? null : (
              <RefundRequest eventId={record.event.id} request={request} />
            )}
            {enquiry === null ? null : <Enquiry enquiry={enquiry} />}
            <EventPromises promises={promises} now={deps.now()} />
            <EventEffects record={record} />
            <Replays record={record} />
            <AuditLog record={record} />
          </div>
          <EventFacts record={record} customerKey={customerKey} />
        </div>
      </Page>,
    );
  });
}

/** Shows the end of a replay only to its requester. */
const Progress: FC<{ progress: ReplayProgress; isFailed: boolean; isAsked: boolean }> = ({
  progress: { state },
  isFailed,
  isAsked,
}) => {
  switch (state) {
    case "running":
      return <output class="notice">{REPLAY_RUNNING}</output>;
    case "running for long":
      return (
        <p class="notice bad">
          The replay has not ended after ten minutes. This page no longer refreshes itself.
        </p>
      );
    case "ended":
      if (!isAsked) return null;
      return isFailed ? (
        <output class="notice bad">The replay has failed.</output>
      ) : (
        <output class="notice">The replay has succeeded.</output>
      );
  }
};

const CONFIRMATION_FOLLOWS = "The next page shows what would run and asks for confirmation.";
const PLAN_LABELS: Readonly<Record<ReplayPlan["kind"], string>> = {
  nothing: "There is nothing to replay.",
  stale: "Not replayable: its code has expired.",
  publish_again: CONFIRMATION_FOLLOWS,
  effects: CONFIRMATION_FOLLOWS,
};

const Actions: FC<{ record: EventRecord }> = ({ record }) => {
  const { mayAct } = useSignedIn();
  const { event } = record;
  const plan = planReplay(record);
  return (
    <div class="actions">
      {event.lastError === null || event.state !== "failed" ? null : (
        <p class="error">
          <code>{event.lastError}</code>
        </p>
      )}
      {plan.kind === "stale" || !mayAct ? null : (
        <a
          class={plan.kind === "nothing" ? "button plain" : "button"}
          href={paths.replay(event.id)}
        >
          Replay…
        </a>
      )}
      {event.state === "failed" && mayAct ? (
        <a class="button plain" href={paths.ignore(event.id)}>
          Ignore…
        </a>
      ) : null}
      {isIgnored(record) && mayAct ? (
        <a class="button plain" href={paths.restoreEvent(event.id)}>
          Take back “ignore”…
        </a>
      ) : null}
      {mayAct ? <p class="quiet">{PLAN_LABELS[plan.kind]}</p> : null}
    </div>
  );
};

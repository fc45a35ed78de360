/** @jsxImportSource hono/jsx */
import type { EventRecord } from "#db/ops/find-events.ts";
import { ignoreEvent, restoreIgnoredEvent } from "#db/ops/ignore-event.ts";
import { answerInTime } from "../../answer-in-time.ts";
import { eventLabel } from "../../event-labels.ts";
import { effectJobId } from "../../pipeline/queues.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { EffectList } from "../layout/badges.tsx";
import { eventNotFound } from "../layout/error-page.tsx";
import { ConfirmForm, type ReasonInput } from "../layout/forms.tsx";
import { EventPage } from "../layout/page.tsx";
import { routesAboutEvent } from "../layout/routes-about.ts";
import { paths } from "../paths.ts";
import { eventWithFlash } from "./flash-texts.ts";

export const ignoreRoutes = (deps: OpsDeps) =>
  routesAboutEvent(deps.db)
    .confirm("/:id/ignore", ignorePage, async (c, record, reason) => {
      const eventId = record.event.id;
      const requestedBy = signedInOf(c).session.name;
      const { outcome } = await ignoreEvent(deps.db, { eventId, requestedBy, reason });
      deps.log.info({ requestId: c.get("requestId"), eventId, outcome }, "ops_ignore");
      switch (outcome) {
        case "not_found":
          return eventNotFound(c);
        case "nothing_to_do":
          return c.redirect(eventWithFlash(eventId, "nothing_to_ignore"), 303);
        case "ignored":
          await removeFailedJobs(deps, c.get("requestId"), record);
          return c.redirect(eventWithFlash(eventId, "ignored"), 303);
      }
    })
    .confirm("/:id/restore", restorePage, async (c, { event: { id: eventId } }, reason) => {
      const requestedBy = signedInOf(c).session.name;
      const outcome = await restoreIgnoredEvent(deps.db, { eventId, requestedBy, reason });
      deps.log.info({ requestId: c.get("requestId"), eventId, outcome }, "ops_restore");
      if (outcome === "not_found") return eventNotFound(c);
      const flash = outcome === "restored" ? "restored" : "nothing_to_restore";
      return c.redirect(eventWithFlash(eventId, flash), 303);
    }).routes;

/** Whether an operator has ignored it. Without any effect only an ignored event is completed. */
export const isIgnored = ({ event, effects }: EventRecord): boolean =>
  effects.some(({ status }) => status === "skipped") ||
  (event.state === "completed" && effects.length === 0);

function restorePage(_: OpsContext, record: EventRecord, reason: ReasonInput) {
  const { event, effects } = record;
  return (
    <EventPage
      event={event}
      title={`Take back “ignore”: ${eventLabel(event.type)}`}
      heading="Take back “ignore”"
    >
      {isIgnored(record) ? (
        <ConfirmForm
          action={paths.restoreEvent(event.id)}
          reason={reason}
          submit="Take back"
          cancelUrl={paths.event(event.id)}
        >
          <p class="lead">
            The event is among the failed ones again, and may be replayed. Nothing runs by itself.
          </p>
          <EffectList
            title="Would count as failed"
            effects={effects.filter((row) => row.status === "skipped")}
          />
        </ConfirmForm>
      ) : (
        <p class="lead">This event is not ignored.</p>
      )}
    </EventPage>
  );
}

async function removeFailedJobs(
  { queues, log }: OpsDeps,
  requestId: string,
  { event, effects }: EventRecord,
): Promise<void> {
  const jobIds = [
    event.id,
    ...effects.map(({ effect }) => effectJobId({ eventId: event.id, effect })),
  ];
  const removed = await answerInTime(async () => {
    for (const queue of queues) {
      for (const jobId of jobIds) {
        if ((await queue.getJobState(jobId)) === "failed") await queue.remove(jobId);
      }
    }
    return true;
  });
  if (removed === null) log.warn({ requestId, eventId: event.id }, "ops_ignored_jobs_left");
}

function ignorePage(_: OpsContext, { event, effects }: EventRecord, reason: ReasonInput) {
  const failed = effects.filter(
    (row) =>
      row.status === "dead_lettered" || (row.status === "pending" && event.deadLetteredAt !== null),
  );
  return (
    <EventPage event={event} title={`Ignore: ${eventLabel(event.type)}`} heading="Ignore">
      {event.state === "failed" ? (
        <ConfirmForm
          action={paths.ignore(event.id)}
          reason={reason}
          submit="Ignore"
          isDestructive
          cancelUrl={paths.event(event.id)}
        >
          {failed.length === 0 ? (
            <p class="lead">Closes the event without running anything. It can be taken back.</p>
          ) : (
            <>
              <p class="lead">
                The failed effects will not run. It can be taken back as long as the event is kept.
              </p>
              <EffectList title="Would be ignored" effects={failed} />
            </>
          )}
        </ConfirmForm>
      ) : (
        <p class="lead">There is nothing to ignore.</p>
      )}
    </EventPage>
  );
}

/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import { type EventRecord, findEventRecord } from "#db/ops/find-events.ts";
import { ignoreEvent, restoreIgnoredEvent } from "#db/ops/ignore-event.ts";
import { answerInTime } from "../../answer-in-time.ts";
import { eventLabel } from "../../event-labels.ts";
import { effectJobId } from "../../pipeline/queues.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { EffectList } from "../layout/badges.tsx";
import { eventNotFound } from "../layout/error-page.tsx";
import {
  ConfirmForm,
  confirmPage,
  NO_REASON,
  readReason,
  type ReasonInput,
} from "../layout/forms.tsx";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";
import { eventWithFlash } from "./flash-texts.ts";

export function ignoreRoutes(deps: OpsDeps) {
  return new Hono<OpsEnv>()
    .get("/:id/ignore", async (c) => {
      const record = await findEventRecord(deps.db, c.req.param("id"));
      return record === null ? eventNotFound(c) : ignorePage(c, record, NO_REASON);
    })
    .post("/:id/ignore", async (c) => {
      const id = c.req.param("id");
      const record = await findEventRecord(deps.db, id);
      if (record === null) return eventNotFound(c);
      const reason = readReason(c.get("form"));
      if (reason.value === null) return ignorePage(c, record, reason, 422);
      const { outcome } = await ignoreEvent(deps.db, {
        eventId: id,
        requestedBy: signedInOf(c).session.name,
        reason: reason.value,
      });
      deps.log.info({ requestId: c.get("requestId"), eventId: id, outcome }, "ops_ignore");
      if (outcome === "ignored") await removeFailedJobs(deps, c.get("requestId"), record);
      switch (outcome) {
        case "not_found":
          return eventNotFound(c);
        case "nothing_to_do":
          return c.redirect(eventWithFlash(id, "nothing_to_ignore"), 303);
        case "ignored":
          return c.redirect(eventWithFlash(id, "ignored"), 303);
      }
    })
    .get("/:id/restore", async (c) => {
      const record = await findEventRecord(deps.db, c.req.param("id"));
      return record === null ? eventNotFound(c) : restorePage(c, record, NO_REASON);
    })
    .post("/:id/restore", async (c) => {
      const id = c.req.param("id");
      const record = await findEventRecord(deps.db, id);
      if (record === null) return eventNotFound(c);
      const reason = readReason(c.get("form"));
      if (reason.value === null) return restorePage(c, record, reason, 422);
      const outcome = await restoreIgnoredEvent(deps.db, {
        eventId: id,
        requestedBy: signedInOf(c).session.name,
        reason: reason.value,
      });
      deps.log.info({ requestId: c.get("requestId"), eventId: id, outcome }, "ops_restore");
      if (outcome === "not_found") return eventNotFound(c);
      return c.redirect(
        eventWithFlash(id, outcome === "restored" ? "restored" : "nothing_to_restore"),
        303,
      );
    });
}

/** Whether an operator has ignored it. Without any effect only an ignored event is completed. */
export const isIgnored = ({ event, effects }: EventRecord): boolean =>
  effects.some(({ status }) => status === "skipped") ||
  (event.state === "completed" && effects.length === 0);

function restorePage(
  c: Context<OpsEnv>,
  record: EventRecord,
  reason: ReasonInput,
  status: 200 | 422 = 200,
) {
  const { event, effects } = record;
  return confirmPage(
    c,
    {
      event,
      title: `Take back “ignore”: ${eventLabel(event.type)}`,
      heading: "Take back “ignore”",
    },
    isIgnored(record) ? (
      <ConfirmForm
        c={c}
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
    ),
    status,
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

function ignorePage(
  c: Context<OpsEnv>,
  { event, effects }: EventRecord,
  reason: ReasonInput,
  status: 200 | 422 = 200,
) {
  const failed = effects.filter(
    (row) =>
      row.status === "dead_lettered" || (row.status === "pending" && event.deadLetteredAt !== null),
  );
  return confirmPage(
    c,
    { event, title: `Ignore: ${eventLabel(event.type)}`, heading: "Ignore" },
    event.state === "failed" ? (
      <ConfirmForm
        c={c}
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
    ),
    status,
  );
}

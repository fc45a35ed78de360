/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import { ignoreEvent } from "#db/ops/ignore-event.ts";
import { type EventRecord, findEventRecord } from "#db/ops/find-event.ts";
import { REASON_MAX, Reason } from "#db/ops/reason.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { eventNotFound } from "./error-page.tsx";
import { withNotice } from "./event.tsx";
import { signedInOf } from "./require-operator.ts";
import { succeedsInTime } from "../metrics.ts";
import { effectJobId } from "../pipeline/queues.ts";
import { EffectStatusBadge } from "./badges.tsx";
import { CsrfField, page } from "./page.tsx";
import { paths } from "./paths.ts";
import { ReasonField } from "./replay.tsx";

export function ignoreRoutes(deps: OpsDeps) {
  return new Hono<OpsEnv>()
    .get("/:id/ignore", async (c) => {
      const record = await findEventRecord(deps.db, c.req.param("id"));
      return record === null
        ? eventNotFound(c)
        : ignorePage(c, record, { reason: "", problem: undefined });
    })
    .post("/:id/ignore", async (c) => {
      const id = c.req.param("id");
      const record = await findEventRecord(deps.db, id);
      if (record === null) return eventNotFound(c);
      const text = c.get("form").get("reason") ?? "";
      const reason = Reason.safeParse(text);
      if (!reason.success) {
        const problem = `Give a reason of 3 to ${String(REASON_MAX)} characters.`;
        return ignorePage(c, record, { reason: text, problem }, 422);
      }
      const { outcome } = await ignoreEvent(deps.db, {
        eventId: id,
        requestedBy: signedInOf(c).session.name,
        reason: reason.data,
      });
      deps.log.info({ requestId: c.get("requestId"), eventId: id, outcome }, "ops_ignore");
      if (outcome === "ignored") await forgetJobs(deps, c.get("requestId"), record);
      switch (outcome) {
        case "not_found":
          return eventNotFound(c);
        case "nothing_to_do":
          return c.redirect(withNotice(id, "nothing_to_ignore"), 303);
        case "ignored":
          return c.redirect(withNotice(id, "ignored"), 303);
      }
    });
}

async function forgetJobs(
  { queues, log }: OpsDeps,
  requestId: string,
  { event, effects }: EventRecord,
): Promise<void> {
  const jobIds = [
    event.id,
    ...effects.map(({ effect }) => effectJobId({ eventId: event.id, effect })),
  ];
  const isDone = await succeedsInTime(async () => {
    for (const queue of queues) {
      for (const jobId of jobIds) {
        if ((await queue.getJobState(jobId)) === "failed") await queue.remove(jobId);
      }
    }
  });
  if (!isDone) log.warn({ requestId, eventId: event.id }, "ops_ignored_jobs_left");
}

function ignorePage(
  c: Context<OpsEnv>,
  { event, effects }: EventRecord,
  filled: { reason: string; problem: string | undefined },
  status: 200 | 422 = 200,
) {
  const failed = effects.filter(
    (row) => row.status === "dead" || (row.status === "pending" && event.dead_lettered_at !== null),
  );
  return page(
    c,
    { title: `Ignore ${event.type}`, current: "events" },
    <div class="narrow">
      <p class="kicker">
        <a href={paths.event(event.id)}>
          {event.type} <code>{event.id}</code>
        </a>
      </p>
      <h1>Ignore</h1>
      {event.state === "failed" ? (
        <form class="stack" method="post" action={paths.ignore(event.id)}>
          <CsrfField token={signedInOf(c).csrfToken} />
          {failed.length === 0 ? (
            <p class="lead">
              Closes the event without running anything. It cannot be replayed afterwards.
            </p>
          ) : (
            <>
              <p class="lead">
                The failed effects will not run, and the event cannot be replayed afterwards.
              </p>
              <div>
                <h2>Would be ignored</h2>
                <ul class="effects">
                  {failed.map((row) => (
                    <li key={row.effect}>
                      {row.effect} <EffectStatusBadge status={row.status} />
                    </li>
                  ))}
                </ul>
              </div>
            </>
          )}
          <ReasonField value={filled.reason} problem={filled.problem} />
          <div class="actions">
            <button type="submit">Ignore</button>
            <a class="button plain" href={paths.event(event.id)}>
              Cancel
            </a>
          </div>
        </form>
      ) : (
        <p class="lead">There is nothing to ignore.</p>
      )}
    </div>,
    status,
  );
}

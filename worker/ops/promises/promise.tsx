/** @jsxImportSource hono/jsx */
import type { FC, PropsWithChildren } from "hono/jsx";
import { DAY_MS } from "#contracts/durations.ts";
import type { ContactChannel } from "#contracts/events/promises.ts";
import { isId } from "#contracts/ids.ts";
import { PROMISES } from "#contracts/promises.ts";
import { RETENTION_PERIODS } from "#contracts/retention-periods.ts";
import { keepPromise, type KeepingEvent, releasePromise } from "#db/promises/change-promises.ts";
import { findPromise, type PromiseRow } from "#db/promises/find-promises.ts";
import { isRevealed } from "../customers/reveal.ts";
import { type OpsContext, type OpsDeps, signedInOf, useOpsContext, useSignedIn } from "../env.ts";
import { Fact, TimeFact, TimeLabel } from "../layout/badges.tsx";
import { errorPage } from "../layout/error-page.tsx";
import { FlashMessage, withFlash } from "../layout/flash-message.tsx";
import { ActionForm, ConfirmForm, type ReasonInput } from "../layout/forms.tsx";
import { Id } from "../layout/id.tsx";
import { Page } from "../layout/page.tsx";
import { RoutesAbout } from "../layout/routes-about.ts";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";
import { channelOf, customerKeyOf, KEPT_BY_OPERATOR, whoOf } from "./promise-labels.ts";
import { DueLabel, KeepButtons, PromiseStateBadge } from "./promise-state.tsx";

export const FLASH_TEXTS = {
  kept: "Recorded: the promise is kept.",
  released: "Released. Nobody will be warned about it again.",
  ended_before: "It was already kept or released. Nothing was changed.",
} as const;
type FlashKey = keyof typeof FLASH_TEXTS;

const ID = /^[1-9]\d{0,14}$/;

const EVENTS_KEPT_MS = RETENTION_PERIODS.recordDays * DAY_MS;

export function promiseRoutes(deps: OpsDeps) {
  const find = async (c: OpsContext) => {
    const { id = "" } = c.req.param();
    return ID.test(id) ? findPromise(deps.db, Number(id)) : null;
  };
  return new RoutesAbout(find, promiseNotFound)
    .get("/:id", (c, promise) => c.render(<PromisePage promise={promise} now={deps.now()} />))
    .post("/:id/keep", async (c, promise) => {
      const channel = channelOf(c.get("form").get("channel"));
      const event = channel === null ? null : keepingEvent(c, deps, promise, channel);
      if (event === null) return errorPage(c, 422, "Unknown action", "Go back and choose one.");
      const isKept = await keepPromise(deps.db, { id: promise.id, event, caller: promise });
      const flash = isKept ? "kept" : "ended_before";
      log(c, deps, promise, flash);
      const isFromList = c.get("form").get("from") === "list";
      return c.redirect(
        withFlash(isFromList ? paths.promises : paths.promise(promise.id), flash),
        303,
      );
    })
    .confirm("/:id/release", releasePage, async (c, promise, reason) => {
      const isReleased = await releasePromise(deps.db, {
        id: promise.id,
        by: signedInOf(c).session.name,
        reason,
        at: deps.now().toISOString(),
      });
      const flash = isReleased ? "released" : "ended_before";
      log(c, deps, promise, flash);
      return c.redirect(withFlash(paths.promise(promise.id), flash), 303);
    }).routes;
}

const promiseNotFound = (c: OpsContext) =>
  errorPage(c, 404, "Promise not found", "It may have been deleted, or the id is incomplete.");

function log(c: OpsContext, { log }: OpsDeps, { id }: PromiseRow, outcome: FlashKey): void {
  log.info({ requestId: c.get("requestId"), promiseId: id, outcome }, "ops_promise");
}

function keepingEvent(
  c: OpsContext,
  deps: OpsDeps,
  { rule, subjectId, customerId }: PromiseRow,
  channel: ContactChannel,
): KeepingEvent | null {
  const act = KEPT_BY_OPERATOR[rule];
  if (act === null) return null;
  if (act.event === "EnquiryAnswered") {
    if (!isId("submission", subjectId)) return null;
    return newOpsEvent(c, deps, act.event, { submissionId: subjectId, channel });
  }
  if (act.event === "CallHeld") {
    return newOpsEvent(c, deps, act.event, { callId: subjectId, channel });
  }
  if (act.event === "ErasedPostsStopped")
    return newOpsEvent(c, deps, act.event, { userId: subjectId });
  if (customerId === null) return null;
  return newOpsEvent(c, deps, act.event, { customerId, subscriptionId: subjectId, channel });
}

const PromisePage: FC<{ promise: PromiseRow; now: Date }> = ({ promise, now }) => {
  const key = customerKeyOf(promise);
  const who = whoOf(promise, { isRevealed: isRevealed(useOpsContext(), key) });
  return (
    <Page
      title={PROMISES[promise.rule].text}
      current="promises"
      kicker={
        <>
          <a href={paths.promises}>Promises</a> · <a href={paths.customer(key)}>{who}</a>
        </>
      }
      beside={<PromiseStateBadge promise={promise} now={now} />}
    >
      <FlashMessage texts={FLASH_TEXTS} />
      {promise.keptAt === null && promise.releasedAt === null ? (
        <Actions promise={promise} />
      ) : null}
      <PromiseFacts promise={promise} now={now} />
    </Page>
  );
};

const Actions: FC<{ promise: PromiseRow }> = ({ promise }) => {
  const { mayAct } = useSignedIn();
  if (!mayAct) return null;
  return (
    <ActionForm class="actions" action={paths.keepPromise(promise.id)}>
      {KEPT_BY_OPERATOR[promise.rule] === null ? (
        <p>
          Kept by the act itself. <ActLink promise={promise} />
        </p>
      ) : (
        <KeepButtons rule={promise.rule} />
      )}
      <a class="button plain" href={paths.releasePromise(promise.id)}>
        Release…
      </a>
    </ActionForm>
  );
};

const ActLink: FC<{ promise: PromiseRow }> = ({ promise }) => {
  if (promise.rule === "decide-refund" || promise.rule === "send-refund") {
    // Kept as long as the refund is open.
    const eventId = promise.startedByEvent ?? "";
    return <a href={paths.event(eventId)}>Open the event it began with</a>;
  }
  if (promise.rule === "send-report") return <a href={paths.reports}>Open the reports</a>;
  if (promise.isOfPost) return <a href={paths.post(promise.subjectId)}>Open the post</a>;
  const customer = promise.rule === "trial-content" ? promise.subjectId : promise.userId;
  return customer === null ? null : (
    <a href={paths.customerContent(customer)}>Open the posts of this customer</a>
  );
};

/** There is no link to an event that may have been deleted. */
const EventLink: FC<PropsWithChildren<{ id: string | null; at: string | null; now: Date }>> = ({
  id,
  at,
  now,
  children,
}) =>
  id === null || at === null || now.getTime() - Date.parse(at) >= EVENTS_KEPT_MS ? null : (
    <>
      , <a href={paths.event(id)}>{children}</a>
    </>
  );

const PromiseFacts: FC<{ promise: PromiseRow; now: Date }> = ({ promise, now }) => (
  <dl class="facts figures">
    <Fact name="Due">
      <DueLabel promise={promise} now={now} />
    </Fact>
    <Fact name="Since">
      <TimeLabel iso={promise.startedAt} />
      <EventLink id={promise.startedByEvent} at={promise.startedAt} now={now}>
        the event it began with
      </EventLink>
    </Fact>
    <Fact name="About">
      <Id id={promise.subjectId} />
    </Fact>
    <TimeFact name="Team warned" iso={promise.warnedAt} />
    <TimeFact name="Missed, team told" iso={promise.missedAt} />
    <TimeFact name="Kept" iso={promise.keptAt}>
      {promise.keptBy === null ? null : `, ${promise.keptBy}`}
      <EventLink id={promise.keptByEvent} at={promise.keptAt} now={now}>
        its event
      </EventLink>
    </TimeFact>
    <TimeFact name="Released" iso={promise.releasedAt}>
      <EventLink id={promise.releasedByEvent} at={promise.releasedAt} now={now}>
        by this event
      </EventLink>
    </TimeFact>
    {promise.releasedReason === null ? null : <Fact name="Reason">{promise.releasedReason}</Fact>}
  </dl>
);

const releasePage = (_: OpsContext, promise: PromiseRow, reason: ReasonInput) => (
  <Page
    narrow
    title="Release a promise"
    current="promises"
    kicker={<a href={paths.promise(promise.id)}>{PROMISES[promise.rule].text}</a>}
  >
    {promise.keptAt === null && promise.releasedAt === null ? (
      <ConfirmForm
        action={paths.releasePromise(promise.id)}
        reason={reason}
        submit="Release"
        cancelUrl={paths.promise(promise.id)}
      >
        <p class="lead">
          Use this when nobody is waiting any more, for example after spam. Released promises don’t
          count in the figures.
        </p>
      </ConfirmForm>
    ) : (
      <p class="lead">It was already kept or released.</p>
    )}
  </Page>
);

import { daysOffAfter, londonTime } from "#contracts/due-times.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { hasWork } from "#db/ops/find-team-work.ts";
import { contentNotification } from "../mail/content-notification.ts";
import { erasedStopAlert, stopAlert } from "../mail/stop-mail.ts";
import { promiseAlert, morningWork, weekendWork } from "../mail/work-lists.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { isLate, LATE_CONTENT_MAILS } from "./late-mail.ts";
import { mailEffect } from "./mail-effect.ts";

/** The account manager's address, or the team's without one who may act. */
async function managerAddress(deps: EffectDeps, managerId: string | null): Promise<string> {
  const email = managerId === null ? null : await deps.findManagerEmail(managerId);
  return email ?? deps.teamEmail;
}

const isToday = (deps: EffectDeps, day: string) => londonTime(deps.now().getTime()).day === day;

const NO_ACCOUNT = { email: null };

export const sendContentNotification = (deps: EffectDeps) =>
  mailEffect<EventOf<"BriefSubmitted" | "PostChangesRequested">>(
    deps,
    "team",
    async (event, origin) => {
      const { userId } = event.data;
      const user = userId === null ? NO_ACCOUNT : await deps.findUserContact(userId);
      if (user === null) return "erased";
      if (await isLate(deps, event, LATE_CONTENT_MAILS[event.type])) return "no_longer_true";
      return contentNotification({
        event,
        to: deps.teamEmail,
        customerEmail: user.email,
        changes:
          event.type === "PostChangesRequested"
            ? await deps.findRequestedChanges(event.data)
            : null,
        ...origin,
      });
    },
  );

/** Says what is to do when it leaves; the list of an earlier day does not leave. */
export const sendMorningWork = (deps: EffectDeps) =>
  mailEffect<EventOf<"MorningWorkListed">>(deps, "team", async ({ data }, origin) => {
    if (!isToday(deps, data.day)) return "no_longer_true";
    const work = await deps.getMorningWork(data);
    if (!hasWork(work)) return "nothing_to_do";
    return morningWork({ work, to: await managerAddress(deps, data.managerId), ...origin });
  });

/** Says what is left to do when it leaves, which is on the day itself or not at all. */
export const sendWeekendWork = (deps: EffectDeps) =>
  mailEffect<EventOf<"WeekendWorkListed">>(
    deps,
    "team",
    async ({ data: { managerId, day } }, origin) => {
      const daysOff = daysOffAfter(day);
      if (!isToday(deps, day) || daysOff === null) return "no_longer_true";
      const work = await deps.getWeekendWork({ managerId, ...daysOff });
      if (!hasWork(work)) return "nothing_to_do";
      return weekendWork({ work, daysOff, to: await managerAddress(deps, managerId), ...origin });
    },
  );

/** Tells the account manager whose customers they are, else the team. */
export const sendPromiseAlert = (deps: EffectDeps) =>
  mailEffect<EventOf<"PromisesAnnounced" | "PromiseDue" | "PromiseMissed">>(
    deps,
    "team",
    async ({ data }, origin) => {
      const { managerId, promiseIds } =
        "promiseIds" in data ? data : { managerId: null, promiseIds: [data.promiseId] };
      const promises = await deps.listNamedPromises(promiseIds);
      if (promises.length === 0) return "kept_or_released";
      return promiseAlert({
        promises,
        now: deps.now().toISOString(),
        to: await managerAddress(deps, managerId),
        ...origin,
      });
    },
  );

/** Skipped once the post was stopped. */
export const sendStopAlert = (deps: EffectDeps) =>
  mailEffect<EventOf<"PostStopRequested">>(deps, "team", async ({ data }, origin) => {
    const post = await deps.findPostToStop(data.postId);
    if (post === null) return "no_longer_true";
    return stopAlert({ post, to: await managerAddress(deps, post.managerId), ...origin });
  });

/** What went live meanwhile is told, too: nobody is left who could ask for it. */
export const sendErasedStopAlert = (deps: EffectDeps) =>
  mailEffect<EventOf<"AccountErased">>(
    deps,
    "team",
    async ({ data: { scheduled = [], managerId = null } }, origin) =>
      erasedStopAlert({ scheduled, to: await managerAddress(deps, managerId), ...origin }),
  );

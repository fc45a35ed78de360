/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { type Platform, PLATFORMS } from "#contracts/content/brief-answers.ts";
import { plannedInstant } from "#contracts/content/planned-time.ts";
import { ownerFactsOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { ChangeOutcome } from "#db/ops/change-post.ts";
import { schedulePost } from "#db/ops/schedule-post.ts";
import { type OpsContext, type OpsDeps, signedInOf, useSignedIn } from "../env.ts";
import { ActionForm } from "../layout/forms.tsx";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";
import { contentOf, missingPlatforms } from "./post-view.tsx";

/** Where an operator ticked that the platform's own scheduler has the post. */
export const readScheduled = (form: URLSearchParams, post: PostRow): Platform[] =>
  post.platforms.filter((platform) => form.get(`scheduled_${platform}`) === "yes");

const isAhead = (post: PostRow, now: Date): boolean =>
  Date.parse(plannedInstant(contentOf(post)) ?? "") > now.getTime();

/** Whether {@link ScheduleForm} has anything to ask. */
export const maySchedule = (post: PostRow, now: Date): boolean =>
  post.stopWords === null &&
  missingPlatforms(post).length > 0 &&
  (isAhead(post, now) || post.scheduled.length > 0);

/** Records where the post is scheduled: for its planned hour, which the customer approved. */
export async function schedule(
  c: OpsContext,
  deps: OpsDeps,
  { post, version, platforms }: { post: PostRow; version: number | null; platforms: Platform[] },
): Promise<ChangeOutcome> {
  const goesLiveAt = plannedInstant(contentOf(post));
  if (version === null || goesLiveAt === null) return "outdated";
  const isNew = platforms.some((platform) => !post.scheduled.includes(platform));
  if (isNew && !isAhead(post, deps.now())) return "refused";
  const event = newOpsEvent(c, deps, "PostScheduled", {
    ...ownerFactsOf(post),
    postId: post.id,
    version,
    platforms,
    goesLiveAt,
  });
  return schedulePost(deps.db, { platforms, by: signedInOf(c).session.name, event });
}

export const ScheduleForm: FC<{ post: PostRow }> = ({ post }) => (
  <ActionForm
    class="stack"
    action={paths.schedulePost(post.id)}
    aria-label="Scheduled elsewhere"
    seen={{ version: String(post.version) }}
  >
    <fieldset class="stack">
      <legend>In the scheduler of the platform, for its planned hour</legend>
      {missingPlatforms(post).map((platform) => (
        <label key={platform} class="choice">
          <input
            type="checkbox"
            name={`scheduled_${platform}`}
            value="yes"
            checked={post.scheduled.includes(platform)}
          />
          {PLATFORMS[platform]}
        </label>
      ))}
      <span class="hint">
        The customer sees where it is set to go out. Untick it once you have taken it out there;
        until then it can’t be changed or withdrawn here.
      </span>
    </fieldset>
    <button type="submit" class="plain">
      Save
    </button>
  </ActionForm>
);

/** The customer took back the yes to a scheduled post: what to do, and the press that says it is done. */
export const StopForm: FC<{ post: PostRow }> = ({ post }) => {
  const isLive = post.publications.length > 0;
  const where = post.scheduled.map((platform) => PLATFORMS[platform]).join(", ");
  return (
    <section class="notice bad stack" aria-labelledby="stop">
      <h2 id="stop">The customer took back the yes</h2>
      <div class="said">{post.stopWords}</div>
      <p>
        {where === ""
          ? "It is in no scheduler that we know of."
          : `Take it out of the scheduler of ${where} now.`}
        {isLive ? null : " If it is live already, give its address below first."}
      </p>
      {useSignedIn().mayAct ? (
        <ActionForm
          action={paths.stopPost(post.id)}
          aria-label="Stop the post"
          seen={{ version: String(post.version) }}
        >
          <button type="submit">
            {isLive
              ? "It went live: tell the customer, and leave out the rest"
              : "It’s out of every scheduler: tell the customer"}
          </button>
        </ActionForm>
      ) : null}
    </section>
  );
};

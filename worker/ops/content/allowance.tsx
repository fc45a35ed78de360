/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import {
  allowanceLabel,
  allowanceOn,
  checkPosts,
  type ContentPlan,
  IN_TRIAL,
} from "#contracts/content/check-posts.ts";
import type { PostProblem } from "#contracts/content/platforms.ts";
import { formatsLabel } from "#contracts/content/trial.ts";
import { londonTime } from "#contracts/due-times.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";

const planOfCustomer = ({ enquiryId, subscription }: ContentCustomer): ContentPlan =>
  enquiryId === null ? subscription : "trial";

const plannedPosts = (posts: readonly PostRow[]) => posts.filter((post) => !post.isWithdrawn);

export const AllowanceNote: FC<{
  customer: ContentCustomer;
  posts: readonly PostRow[];
  now: Date;
}> = ({ customer, posts, now }) => {
  const plan = planOfCustomer(customer);
  const planned = plannedPosts(posts);
  if (plan === "trial") {
    const label = formatsLabel(planned.map(({ format }) => format));
    return <p>{`${label} planned. A free trial has ${IN_TRIAL}.`}</p>;
  }
  if (plan === null) return <p class="quiet">No plan with posts.</p>;
  const today = londonTime(now.getTime()).day;
  const booked = plan.scheduled === null ? [] : [londonTime(Date.parse(plan.scheduled.at)).day];
  const days = [today, ...booked, ...planned.map((post) => post.plannedOn)].toSorted();
  const months = new Map(
    days.flatMap((day) => {
      const month = allowanceOn(day, planned, plan);
      return month === null || month.untilDay < today ? [] : [[month.fromDay, month] as const];
    }),
  );
  if (months.size === 0) return <p class="quiet">No plan with posts.</p>;
  return (
    <ul class="log">
      {[...months.values()].map((month) => (
        <li key={month.fromDay}>
          {`${allowanceLabel(month)}, on ${month.usedPlatforms.length} of ${month.platforms} platforms`}
          {month.planned > month.included ? (
            <strong>{`${month.planned - month.included} more than in the plan`}</strong>
          ) : null}
        </li>
      ))}
    </ul>
  );
};

/**
 * Says what platforms, plan and calendar say of posts to propose, new or changed.
 *
 * @param posts may hold the proposed ones, as they were before a change
 */
export function checkProposal(
  customer: ContentCustomer,
  {
    posts,
    proposed,
    now,
  }: {
    posts: readonly PostRow[];
    proposed: Parameters<typeof checkPosts>[0]["posts"];
    now: Date;
  },
): ReturnType<typeof checkPosts> {
  return checkPosts({
    posts: proposed,
    planned: plannedPosts(posts),
    plan: planOfCustomer(customer),
    today: londonTime(now.getTime()).day,
  });
}

export function textsOf(
  problems: Iterable<PostProblem>,
  level: PostProblem["level"],
): readonly string[] {
  return [...problems].filter((problem) => problem.level === level).map(({ text }) => text);
}

/** Whether the operator agreed to what needs a tick. */
export const mayGoOver = (form: URLSearchParams) => form.get("over") === "yes";

export const OverField: FC<{ over: readonly string[] }> = ({ over }) =>
  over.length === 0 ? null : (
    <label class="choice">
      <input type="checkbox" name="over" value="yes" />
      <span>
        Go ahead all the same
        {over.map((text) => (
          <span key={text} class="hint">
            {text}
          </span>
        ))}
      </span>
    </label>
  );

/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { planOf } from "#contracts/billing/plans.ts";
import { allowanceOf, monthsOver } from "#contracts/content/posts.ts";
import { formatsLabel, isOverTrial, TRIAL } from "#contracts/content/trial.ts";
import { londonTime } from "#contracts/due-times.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { ContentCustomer } from "#db/ops/find-content-customer.ts";
import type { ProposedPost } from "#db/ops/propose-posts.ts";
import { formatLondonMonth } from "../layout/format-time.ts";

const planOfCustomer = ({ subscription }: ContentCustomer) =>
  subscription === null ? null : planOf(subscription.priceId);

const plannedPosts = (posts: readonly PostRow[]) => posts.filter((post) => !post.isWithdrawn);

const IN_TRIAL = `${TRIAL.posts} posts or ${TRIAL.reels} reel`;

export const AllowanceNote: FC<{
  customer: ContentCustomer;
  posts: readonly PostRow[];
  now: Date;
}> = ({ customer, posts, now }) => {
  const plan = planOfCustomer(customer);
  const planned = plannedPosts(posts);
  if (customer.enquiryId !== null) {
    const label = formatsLabel(planned.map(({ format }) => format));
    return <p>{`${label} planned. A free trial has ${IN_TRIAL}.`}</p>;
  }
  if (plan === null) return <p class="quiet">No plan with posts.</p>;
  const days = planned.map((post) => post.plannedOn);
  const thisMonth = londonTime(now.getTime()).day.slice(0, 7);
  const months = [...new Set([thisMonth, ...days.map((day) => day.slice(0, 7))])]
    .filter((month) => month >= thisMonth)
    .toSorted();
  return (
    <ul class="log">
      {months.map((month) => {
        const { planned, included } = allowanceOf(month, days, plan);
        return (
          <li key={month}>
            {`${planned} of ${included} in ${formatLondonMonth(month)}`}
            {planned > included ? (
              <strong>{`${planned - included} more than in the plan`}</strong>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
};

/**
 * Says where the proposed posts, new or changed, are more than is included: `13 of 12 in December 2026`.
 *
 * @param posts may hold the proposed ones: of a form that was sent twice, or as they were before a change
 */
export function overAllowance(
  customer: ContentCustomer,
  posts: readonly PostRow[],
  proposed: readonly ProposedPost[],
): string[] {
  const others = plannedPosts(posts).filter(({ id }) => !proposed.some((post) => post.id === id));
  if (customer.enquiryId !== null) {
    const formats = [...others, ...proposed].map(({ format }) => format);
    return isOverTrial(formats)
      ? [`${formatsLabel(formats)} in the free trial, which has ${IN_TRIAL}`]
      : [];
  }
  const plan = planOfCustomer(customer);
  if (plan === null) return [];
  return monthsOver(
    others.map((post) => post.plannedOn),
    proposed.map(({ plannedOn }) => plannedOn),
    plan,
  ).map(
    ({ month, planned, included }) => `${planned} of ${included} in ${formatLondonMonth(month)}`,
  );
}

/** Whether the operator agreed to propose more than is included. */
export const mayGoOver = (form: URLSearchParams) => form.get("over") === "yes";

export const OverField: FC<{ over: readonly string[] }> = ({ over }) =>
  over.length === 0 ? null : (
    <label class="choice">
      <input type="checkbox" name="over" value="yes" />
      <span>
        Propose more than is included
        <span class="hint">{over.join("; ")}. The customer is not charged for it.</span>
      </span>
    </label>
  );

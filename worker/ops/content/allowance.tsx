/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { planOf } from "#contracts/billing/plans.ts";
import { type Allowance, allowanceOf, monthsOver } from "#contracts/content/posts.ts";
import { londonTime } from "#contracts/due-times.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { ContentCustomer } from "#db/ops/find-content-customer.ts";
import type { ProposedPost } from "#db/ops/propose-posts.ts";

type Subscription = ContentCustomer["subscription"];

const plannedDays = (posts: readonly PostRow[]) =>
  posts.flatMap((post) => (post.is_withdrawn ? [] : post.planned_on));

export const AllowanceNote: FC<{
  subscription: Subscription;
  posts: readonly PostRow[];
  now: Date;
}> = ({ subscription, posts, now }) => {
  const plan = subscription === null ? null : planOf(subscription.price_id);
  if (plan === null) return <p class="quiet">No plan with posts.</p>;
  const days = plannedDays(posts);
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
            {`${planned} of ${included} in ${monthName(month)}`}
            {planned > included ? (
              <strong>{`${planned - included} more than in the plan`}</strong>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
};

/** Months that the new posts bring over the allowance. @param posts may hold the new ones: of a form that was sent twice */
export function overAllowance(
  subscription: Subscription,
  posts: readonly PostRow[],
  proposed: readonly ProposedPost[],
): Allowance[] {
  const plan = subscription === null ? null : planOf(subscription.price_id);
  if (plan === null) return [];
  const others = posts.filter(({ id }) => !proposed.some((post) => post.id === id));
  const newDays = proposed.map(({ plannedOn }) => plannedOn);
  return monthsOver(plannedDays(others), newDays, plan);
}

/** Whether the operator agreed to propose more than the plan has. */
export const mayGoOver = (form: URLSearchParams) => form.get("over") === "yes";

export const OverField: FC<{ over: readonly Allowance[] }> = ({ over }) =>
  over.length === 0 ? null : (
    <label class="choice">
      <input type="checkbox" name="over" value="yes" />
      <span>
        Propose more than the plan has
        <span class="hint">
          {over
            .map(
              ({ month, planned, included }) => `${planned} of ${included} in ${monthName(month)}`,
            )
            .join("; ")}
          . The customer is not charged for it.
        </span>
      </span>
    </label>
  );

function monthName(month: string): string {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(new Date(`${month}-01`));
}

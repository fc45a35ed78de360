import type { User } from "@supabase/auth-js";
import { Fragment, useState } from "react";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Portrait } from "../../dashboard-cards/portrait.tsx";
import { decidePosts } from "../api/calendar.ts";
import { groupPosts, londonDay, type PostGroups } from "../group-posts.ts";
import { useCalendar } from "../hooks/use-calendar.ts";
import { useDecisions } from "../hooks/use-decisions.ts";
import { ApproveAll } from "./approve-all.tsx";
import { DecisionResult } from "./decision-result.tsx";
import { MonthTable } from "./month-table.tsx";
import { PostCard } from "./post-card.tsx";
import { PostGroup } from "./post-group.tsx";
import { PostThread } from "./post-thread.tsx";

export const CALENDAR_TITLE = "Your calendar.";

/** What happens next comes before the month. */
const MONTH_AFTER = "soon" satisfies keyof PostGroups;

const TITLES: Readonly<Record<keyof PostGroups, string>> = {
  waiting: "Waiting for you",
  changing: "Being changed",
  soon: "Next seven days",
  later: "Later",
  live: "Gone live",
};

export function CalendarPage({ user }: { user: User }) {
  const { data, error, mutate } = useCalendar(user.id);
  const [now] = useState(() => Date.now());
  const decisions = useDecisions(
    async (body) => {
      const { outcomes, ...answered } = await decidePosts(body);
      await mutate(answered, { revalidate: false });
      return outcomes;
    },
    () => mutate(),
  );
  const posts = data?.posts ?? [];
  const groups = groupPosts(posts, now);
  return (
    <>
      <PageHead
        title={CALENDAR_TITLE}
        lead={
          <>
            Nothing goes live without a yes. All times are UK time.{" "}
            <Link href={paths.dashboard} className="text-link">
              Back to your dashboard
            </Link>
          </>
        }
      />
      <div className="page-width pb-(--section)">
        {data === undefined && error !== undefined && (
          <LoadError text={CALENDAR_MESSAGES.loadFailed} onRetry={() => void mutate()} />
        )}
        {data === undefined && error === undefined && <Skeleton />}
        <DecisionResult posts={posts} decisions={decisions} />
        {data?.accountManager != null && (
          <div className="mb-6 flex items-center gap-4 text-ink-soft wrap-anywhere">
            <Portrait
              name={data.accountManager.name}
              photo={data.accountManager.photo}
              size="small"
            />
            <p>
              <strong>{data.accountManager.name}</strong> is your account manager:{" "}
              {data.accountManager.hours}.
            </p>
          </div>
        )}
        {data !== undefined && posts.length === 0 && (
          <div className="account-notice">
            <p>
              No posts yet. We write them once your plan has begun, and the more your brief tells
              us, the better.
            </p>
            <ButtonLink href={paths.brief} variant="secondary" className="mt-5">
              Open my brief
            </ButtonLink>
          </div>
        )}
        {(Object.keys(TITLES) as (keyof PostGroups)[]).map((name) => {
          const isWaiting = name === "waiting";
          return (
            <Fragment key={name}>
              <PostGroup
                name={name}
                title={isWaiting ? `${TITLES[name]} (${groups[name].length})` : TITLES[name]}
                posts={groups[name]}
                empty={isWaiting && posts.length > 0 ? "Nothing is waiting for you." : undefined}
                head={isWaiting && <ApproveAll posts={groups.waiting} decisions={decisions} />}
              >
                {(post) => (
                  <PostCard
                    key={post.id}
                    post={post}
                    businessName={data?.businessName ?? null}
                    decisions={decisions}
                    canDecide
                    canTakeBack
                  >
                    <PostThread post={post} />
                  </PostCard>
                )}
              </PostGroup>
              {name === MONTH_AFTER && posts.length > 0 && (
                <MonthTable posts={posts} today={londonDay(now)} />
              )}
            </Fragment>
          );
        })}
      </div>
    </>
  );
}

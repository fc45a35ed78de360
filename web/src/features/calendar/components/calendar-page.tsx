import type { User } from "@supabase/auth-js";
import { lazy, Suspense, useEffect, useState } from "react";
import useSWR from "swr";
import type { CalendarResponse } from "#contracts/api/content/calendar.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { paths } from "../../../paths.ts";
import { ErrorBoundary } from "../../../ui/error-boundary.tsx";
import { Link } from "../../../ui/link.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Portrait } from "../../dashboard-cards/portrait.tsx";
import { decidePosts, fetchCalendar } from "../api/calendar.ts";
import { useDecisions } from "../hooks/use-decisions.ts";
import { DecisionResult } from "./decision-result.tsx";
import { PostThread } from "./post-thread.tsx";

const loadPlanner = () => import("./planner.tsx");
const loadAgenda = () => import("./agenda.tsx");
const loadCard = () => import("./post-card.tsx");
const PostCard = lazy(async () => ({ default: (await loadCard()).PostCard }));
const Planner = lazy(async () => ({ default: (await loadPlanner()).Planner }));
const Agenda = lazy(async () => ({ default: (await loadAgenda()).Agenda }));

export const CALENDAR_TITLE = "Your calendar.";

export function CalendarPage({ user }: { user: User }) {
  const { data, error, mutate } = useSWR(["calendar", user.id], fetchCalendar);
  const [now] = useState(() => Date.now());
  const isWide = useMedia("(width >= 48rem)");
  // They load beside the posts, not after them.
  useEffect(() => {
    void Promise.all([loadCard(), isWide ? loadPlanner() : loadAgenda()]).catch(() => undefined);
  }, [isWide]);
  const decisions = useDecisions(
    async (body) => {
      const { outcomes, ...answered } = await decidePosts(body);
      await mutate(answered, { revalidate: false });
      return outcomes;
    },
    () => mutate(),
  );
  const posts = data?.posts ?? [];
  const Shown = isWide ? Planner : Agenda;
  return (
    <>
      <PageHead title={CALENDAR_TITLE} />
      <div className="page-width pb-(--section)">
        {data === undefined && error !== undefined && (
          <LoadError text={CALENDAR_MESSAGES.loadFailed} onRetry={() => void mutate()} />
        )}
        {data === undefined && error === undefined && <Skeleton shape="month" />}
        <DecisionResult posts={posts} decisions={decisions} canUndo />
        {data !== undefined && posts.length === 0 && <NoPosts />}
        {posts.length > 0 && (
          <ErrorBoundary isPart>
            <Suspense fallback={<Skeleton shape="month" />}>
              <Shown posts={posts} decisions={decisions} now={now}>
                {(post, hasButtonsElsewhere) => (
                  <PostCard
                    key={post.id}
                    post={post}
                    businessName={data?.businessName ?? null}
                    decisions={decisions}
                    canDecide
                    canTakeBack
                    hasButtonsElsewhere={hasButtonsElsewhere}
                  >
                    <PostThread post={post} />
                  </PostCard>
                )}
              </Shown>
            </Suspense>
          </ErrorBoundary>
        )}
        <Manager manager={data?.accountManager ?? null} />
      </div>
    </>
  );
}

function NoPosts() {
  return (
    <p className="account-notice">
      No posts yet. With a plan, we write them from{" "}
      <Link href={paths.brief} className="text-link">
        your brief
      </Link>
      .
    </p>
  );
}

function Manager({ manager }: { manager: CalendarResponse["accountManager"] }) {
  if (manager === null) return null;
  const { name, photo, hours } = manager;
  return (
    <div className="mt-8 flex items-center gap-4 text-ink-soft wrap-anywhere">
      <Portrait name={name} photo={photo} size="small" />
      <p>
        <strong>{name}</strong> is your account manager: {hours}.
      </p>
    </div>
  );
}

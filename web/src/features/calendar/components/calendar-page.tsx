import type { User } from "@supabase/auth-js";
import { type ReactNode, useEffect, useState } from "react";
import useSWR from "swr";
import type { CalendarResponse } from "#contracts/api/content/calendar.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { part } from "../../../ui/part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Portrait } from "../../dashboard-cards/portrait.tsx";
import { decidePosts, fetchCalendar } from "../api/calendar.ts";
import { DecisionsContext, useDecisionsBy } from "../hooks/use-decisions.ts";
import { DecisionResult } from "./decision-result.tsx";
import { PostThread } from "./post-thread.tsx";

const skeleton = <Skeleton shape="month" />;
const loadPlanner = async () => (await import("./planner.tsx")).Planner;
const loadAgenda = async () => (await import("./agenda.tsx")).Agenda;
const loadCard = async () => (await import("./post-card.tsx")).PostCard;
const PostCard = part(loadCard);
const Planner = part(loadPlanner, skeleton);
const Agenda = part(loadAgenda, skeleton);

export const CALENDAR_TITLE = "Your calendar.";

export function CalendarPage({
  user,
  demo,
}: {
  user: User;
  /** In the demo, the page decides without the API, takes its time from here and shows a note. The page hides comments there, because nobody would answer them. */
  demo?: { decide: typeof decidePosts; now: number; note: ReactNode };
}) {
  const { data, error, mutate } = useSWR(["calendar", user.id], fetchCalendar);
  const [now] = useState(() => demo?.now ?? Date.now());
  const isWide = useMedia("(width >= 48rem)");
  // They load beside the posts, not after them.
  useEffect(() => {
    void Promise.all([loadCard(), isWide ? loadPlanner() : loadAgenda()]).catch(() => undefined);
  }, [isWide]);
  const decisions = useDecisionsBy(
    async (body) => {
      const { outcomes, ...answered } = await (demo?.decide ?? decidePosts)(body);
      await mutate(answered, { revalidate: false });
      return outcomes;
    },
    () => mutate(),
  );
  const posts = data?.posts ?? [];
  const Shown = isWide ? Planner : Agenda;
  return (
    <DecisionsContext value={decisions}>
      <PageHead title={CALENDAR_TITLE} />
      <div className="page-width pb-(--section)">
        {data === undefined && error !== undefined && (
          <LoadError text={CALENDAR_MESSAGES.loadFailed} shape="month" onRetry={mutate} />
        )}
        {data === undefined && error === undefined && skeleton}
        <DecisionResult posts={posts} canUndo />
        {demo?.note}
        {data !== undefined && posts.length === 0 && <NoPosts />}
        {data !== undefined && (isWide || posts.length > 0) && (
          <Shown posts={posts} now={now} hasBar={demo === undefined}>
            {(post, hasButtonsElsewhere) => (
              <PostCard
                key={post.id}
                post={post}
                businessName={data.businessName}
                canDecide
                canTakeBack
                hasButtonsElsewhere={hasButtonsElsewhere}
              >
                {demo === undefined && <PostThread post={post} />}
              </PostCard>
            )}
          </Shown>
        )}
        <Manager manager={data?.accountManager ?? null} />
      </div>
    </DecisionsContext>
  );
}

function NoPosts() {
  return (
    <div className="account-notice mb-6 flex flex-wrap items-center justify-between gap-4">
      <p>No posts yet. With a plan, we write them from your brief.</p>
      <ButtonLink href={paths.brief} arrow>
        Open my brief
      </ButtonLink>
    </div>
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

import type { User } from "@supabase/auth-js";
import { useRef, useState } from "react";
import useSWR from "swr";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { hasCode } from "../../../lib/call-error.ts";
import { success, useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { Loading } from "../../account/components/loading.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { LoadError } from "../../subscription/components/load-error.tsx";
import { decidePost, fetchCalendar } from "../api/calendar.ts";
import { groupPosts, plannedLabel, type PostGroups } from "../group-posts.ts";
import { PostCard } from "./post-card.tsx";

export const CALENDAR_TITLE = "Your calendar.";

const ERRORS = apiErrors(CALENDAR_MESSAGES.decideFailed);

const TITLES: Readonly<Record<keyof PostGroups, string>> = {
  waiting: "Waiting for you",
  changing: "We are changing",
  soon: "Next seven days",
  later: "Later",
  live: "Gone live",
};

export function CalendarPage({ user }: { user: User }) {
  const { data, error, mutate } = useSWR(["calendar", user.id], fetchCalendar);
  const action = useAction();
  const [acted, setActed] = useState<string | null>(null);
  const [now] = useState(() => Date.now());
  const result = useRef<HTMLParagraphElement>(null);

  /** @param words null: an approval */
  async function decide(post: CalendarPost, words: string | null): Promise<void> {
    const { id, version, contentHash } = post;
    setActed(id);
    await action.run(
      async () => {
        const seen = { version, contentHash };
        try {
          const calendar = await decidePost(
            id,
            words === null
              ? { ...seen, decision: "approved" }
              : { ...seen, decision: "changes_requested", words },
          );
          await mutate(calendar, { revalidate: false });
        } catch (failed) {
          // Shows what stands by now.
          if (["post_changed", "post_decided", "not_found"].some((code) => hasCode(failed, code))) {
            await mutate();
          }
          throw failed;
        }
        const label = plannedLabel(post);
        return success(
          words === null ? CALENDAR_MESSAGES.approved(label) : CALENDAR_MESSAGES.asked(label),
        );
      },
      ERRORS,
      id,
    );
    // The pressed button is gone.
    if (result.current?.textContent !== "") result.current?.focus();
  }

  const { outcome } = action;
  const posts = data?.posts ?? [];
  const isShownAtPost = outcome?.tone === "error" && posts.some(({ id }) => id === acted);
  const groups = groupPosts(posts, now);
  return (
    <>
      <PageHead
        title={CALENDAR_TITLE}
        lead={
          <>
            Nothing goes live without your yes. All times are London times.{" "}
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
        {data === undefined && error === undefined && <Loading />}
        <p
          ref={result}
          tabIndex={-1}
          role={outcome?.tone === "error" ? "alert" : "status"}
          className="calendar-result"
          data-tone={outcome?.tone}
        >
          {isShownAtPost ? "" : outcome?.text}
        </p>
        {data !== undefined && posts.length === 0 && (
          <div className="account-notice">
            <p>
              No posts to show yet. Once you have a plan we write them, and the more your brief
              says, the better.
            </p>
            <ButtonLink href={paths.brief} variant="secondary" className="mt-5">
              Open my brief
            </ButtonLink>
          </div>
        )}
        {(Object.keys(TITLES) as (keyof PostGroups)[]).map((name) => (
          <Group key={name} name={name} posts={groups[name]} hasPosts={posts.length > 0}>
            {(post) => (
              <PostCard
                key={post.id}
                post={post}
                running={action.running}
                error={isShownAtPost && post.id === acted ? outcome.text : null}
                onDecide={(words) => void decide(post, words)}
              />
            )}
          </Group>
        ))}
      </div>
    </>
  );
}

function Group({
  name,
  posts,
  hasPosts,
  children,
}: {
  name: keyof PostGroups;
  posts: readonly CalendarPost[];
  hasPosts: boolean;
  children: (post: CalendarPost) => React.ReactNode;
}) {
  const isWaiting = name === "waiting";
  if (posts.length === 0 && !(isWaiting && hasPosts)) return null;
  return (
    <section aria-labelledby={`calendar-${name}`} className="calendar-group">
      <h2 id={`calendar-${name}`} className="text-xl">
        {TITLES[name]}
        {isWaiting && ` (${posts.length})`}
      </h2>
      {posts.length === 0 ? (
        <p className="text-ink-soft">Nothing waits for you.</p>
      ) : (
        <ul className="calendar-posts">{posts.map(children)}</ul>
      )}
    </section>
  );
}

import { useEffect, useState, useCallback } from "react";
import type { ReviewResponse } from "#contracts/api/content/calendar.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { REVIEW_MESSAGES } from "#contracts/messages/review.ts";
import { hasCode } from "../../../lib/call-error.ts";
import { success, useAction } from "../../../lib/use-action.ts";
import { useContentLink } from "../../../lib/use-content-link.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { NextLinks } from "../../../ui/next-links.tsx";
import { NoScriptNote } from "../../../ui/no-script-note.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ApproveAll } from "../../calendar/components/approve-all.tsx";
import { DecisionResult } from "../../calendar/components/decision-result.tsx";
import { PostCard } from "../../calendar/components/post-card.tsx";
import { PostGroup } from "../../calendar/components/post-group.tsx";
import { PostThread } from "../../calendar/components/post-thread.tsx";
import { WaitingPages } from "../../calendar/components/waiting-pages.tsx";
import { DecisionsContext, useDecisionsBy } from "../../calendar/hooks/use-decisions.ts";
import { apiErrors } from "../../session/api-errors.ts";
import { decideByLink, requestFreshEmail, fetchReview } from "../api/review.ts";

const TOKEN = /^#([\w-]{43})$/;

const ERRORS = apiErrors(CALENDAR_MESSAGES.decideFailed);

const HEADS = {
  posts: {
    title: "Your posts.",
    lead: "Nothing goes live until you approve it. All times are UK time.",
  },
  missing: {
    title: "Please use the link in your email.",
    lead: "It shows the posts that are waiting for you, and works on any device.",
  },
  expired: {
    title: "This link has expired.",
    lead: "Nothing goes live until you approve it.",
  },
  unknown: {
    title: "This link no longer works.",
    lead: "Please ask whoever added you as an approver for a new one, or contact us.",
  },
};

const WITHOUT_LINK = [
  { label: "Sign in and open your calendar", href: paths.calendar },
  { label: "Contact us", href: paths.contact },
];

/** The link shows no posts to decide on: nobody knows it, or it has expired. */
type Found = { readonly token: string; readonly head: "unknown" | "expired" };

export function ReviewPage() {
  const token = useContentLink(TOKEN);
  const [found, setFound] = useState<Found | null>(null);
  const head =
    token === null ? "missing" : found !== null && found.token === token ? found.head : "posts";
  return (
    <>
      <header className="page-width pt-[clamp(1.5rem,1rem+1.5vw,2.5rem)] pb-5">
        <PageTitle className="text-2xl">{HEADS[head].title}</PageTitle>
        <p className="mt-1 text-ink-soft">{HEADS[head].lead}</p>
      </header>
      {/* The foot stays below the screen, so that it never moves while the posts load. */}
      <div className="page-width min-h-svh pb-(--section)">
        <NoScriptNote needed="page" />
        <p className="script-note mb-6">
          Your email also has a link to a plain page, which needs none.
        </p>
        {(head === "missing" || head === "unknown") && (
          <NextLinks ways={WITHOUT_LINK} className="measure text-lg" />
        )}
        {token === undefined && <Skeleton shape="post" />}
        {typeof token === "string" && head !== "unknown" && (
          <Review key={token} token={token} onFound={setFound} />
        )}
      </div>
    </>
  );
}

function Review({ token, onFound }: { token: string; onFound: (found: Found) => void }) {
  const { review, error, show, load, retry } = useReview(token);
  // The link is unknown when an approver is removed while the page is open, too.
  const isUnknown = hasCode(error, "not_found");
  const head = isUnknown ? "unknown" : review?.isExpired === true ? "expired" : null;
  useEffect(() => {
    if (head !== null) onFound({ token, head });
  }, [head, onFound, token]);
  if (isUnknown) return <Skeleton shape="post" />;
  if (review !== null) return <Posts token={token} review={review} show={show} load={load} />;
  if (error === null) return <Skeleton shape="post" />;
  return <LoadError text={CALENDAR_MESSAGES.loadFailed} onRetry={retry} />;
}

type PostsProps = {
  token: string;
  review: ReviewResponse;
  show: (review: ReviewResponse) => void;
  load: () => Promise<void>;
};

function Posts({ token, review, show, load }: PostsProps) {
  const isWide = useMedia("(width >= 48rem)");
  const decisions = useDecisionsBy(async (body) => {
    const { outcomes, ...next } = await decideByLink(token, body);
    show(next);
    return outcomes;
  }, load);
  const { posts, decider, businessName, isTrial, isExpired } = review;
  const isOpen = ({ state, isNewer }: (typeof posts)[number]) => state === "waiting" && !isNewer;
  const waiting = posts.filter(isOpen);
  const newer = posts.filter(({ state, isNewer }) => state === "waiting" && isNewer);
  const decided = posts.filter(({ state }) => state !== "waiting");
  const isDone = !isExpired && waiting.length === 0 && newer.length === 0 && decided.length > 0;

  const card = (post: (typeof posts)[number], hasButtonsElsewhere = false) => (
    <PostCard
      key={post.id}
      post={post}
      businessName={businessName}
      hasButtonsElsewhere={hasButtonsElsewhere}
      note={post.isNewer && post.state === "waiting" ? REVIEW_MESSAGES.newer : undefined}
      canDecide={isOpen(post)}
      canTakeBack={decider === null && !post.isNewer}
    >
      <PostThread post={post} token={token} reader={decider} />
    </PostCard>
  );
  return (
    <DecisionsContext value={decisions}>
      {businessName !== null && (
        <p className="mb-4 font-display text-xl font-bold wrap-anywhere">{businessName}</p>
      )}
      {!isExpired && decider !== null && (
        <p className="measure mb-5 wrap-anywhere">
          You’re deciding as <strong>{decider}</strong>. Not you? Please close this page: the link
          is theirs.
        </p>
      )}
      <DecisionResult posts={posts} canUndo={decider === null} />
      {isDone && <Done posts={decided} isTrial={isTrial} />}
      {isExpired && (
        <div className="account-notice mb-8">
          <p>{REVIEW_MESSAGES.linkExpired}</p>
          <FreshEmail token={token} variant="primary" />
        </div>
      )}
      <PostGroup
        name="waiting"
        title={`Waiting for you (${waiting.length})`}
        posts={waiting}
        empty={isExpired || isDone ? undefined : "Nothing is waiting for you."}
        head={<ApproveAll posts={waiting} className="min-h-10 py-1" />}
        list={
          !isWide && (
            <WaitingPages posts={waiting} isAboveBar={false}>
              {(post) => card(post, true)}
            </WaitingPages>
          )
        }
      >
        {(post) => card(post)}
      </PostGroup>
      <PostGroup
        name="newer"
        title="Changed since your email"
        posts={newer}
        head={<FreshEmail token={token} variant="secondary" />}
      >
        {(post) => card(post)}
      </PostGroup>
      <PostGroup name="decided" title="Decided" posts={decided}>
        {(post) => card(post)}
      </PostGroup>
    </DecisionsContext>
  );
}

function Done({ posts, isTrial }: { posts: ReviewResponse["posts"]; isTrial: boolean }) {
  const approved = posts.filter(({ state }) => state !== "changes_requested").length;
  return (
    <section aria-labelledby="done" className="mb-8 bg-foam p-[clamp(1.25rem,1rem+1.5vw,2.25rem)]">
      <h2 id="done" className="text-2xl">
        That’s everything. Thank you.
      </h2>
      <p className="measure mt-3">{REVIEW_MESSAGES.done(approved, posts.length - approved)}</p>
      {isTrial && (
        <>
          <p className="measure mt-3">Like what you see? Choose a plan, and next month is yours.</p>
          <ButtonLink href={paths.pricing} className="mt-5" arrow>
            See the plans
          </ButtonLink>
        </>
      )}
    </section>
  );
}

function FreshEmail({ token, variant }: { token: string; variant: "primary" | "secondary" }) {
  const action = useAction();
  return (
    <>
      <Button
        variant={variant}
        className="mt-5"
        disabled={action.isRunning}
        onClick={() =>
          void action.run(ERRORS, async () => {
            const { isSent } = await requestFreshEmail(token);
            return success(isSent ? REVIEW_MESSAGES.freshSent : REVIEW_MESSAGES.freshLimited);
          })
        }
      >
        {action.isRunning ? "Sending..." : "Send me a new email"}
      </Button>
      <p role={action.errorText === null ? "status" : "alert"} className="mt-2">
        {action.outcome?.text}
      </p>
    </>
  );
}

type State = { readonly review: ReviewResponse | null; readonly error: unknown };

const LOADING: State = { review: null, error: null };

/** Does without SWR, which comes later, with the comments. */
function useReview(token: string) {
  const [state, setState] = useState(LOADING);
  const show = useCallback((review: ReviewResponse) => setState({ review, error: null }), []);
  const load = useCallback(
    () =>
      fetchReview(token).then(show, (error: unknown) =>
        setState(({ review }) => ({ review, error })),
      ),
    [token, show],
  );
  useEffect(() => void load(), [load]);
  const retry = () => {
    setState(LOADING);
    void load();
  };
  return { ...state, show, load, retry };
}

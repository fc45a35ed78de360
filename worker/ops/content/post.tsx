/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { POST_URL_MAX } from "#contracts/content/posts.ts";
import { listComments } from "#db/content/find-comments.ts";
import { createMediaAddress } from "#db/content/media/media-address.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import { listDrafts } from "#db/ops/find-drafts.ts";
import { findNeighbours, type TeamPost } from "#db/ops/find-posts.ts";
import { displayName } from "../customers/redact.ts";
import { isRevealed } from "../customers/reveal.ts";
import { type OpsContext, type OpsDeps, signedInOf, useOpsContext } from "../env.ts";
import { Fact, TimeFact, TimeLabel } from "../layout/badges.tsx";
import { FlashMessage } from "../layout/flash-message.tsx";
import { ActionForm, ConfirmForm, FieldError, type ReasonInput } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { type CommentInput, Comments, newComment } from "./comments.tsx";
import { deskFilterOf, deskUrl, readDeskQuery } from "./desk-query.ts";
import { sinceOf } from "./desk.tsx";
import { PostMediaView, deciderLabel, plannedDateTime, StateBadge, stateOf } from "./post-view.tsx";
import type { NotPublished } from "./publish.ts";
import { rowOfDraft, rowOfPost } from "./read-drafts.ts";
import { maySchedule, ScheduleForm, StopForm } from "./schedule.tsx";
import { readSheetData, SheetForm } from "./sheet.tsx";

const FLASH_TEXTS = {
  saved: "Saved. The customer sees none of it until you propose it.",
  published: "Published: the customer sees the address in the calendar.",
  commented: "Sent.",
  hidden: "Hidden from the customer.",
  shown: "The customer sees it again.",
  withdrawn: "Withdrawn.",
  scheduled_saved: "Saved: the customer sees where it is set to go out.",
  stopped: "The customer gets an email.",
  scheduled:
    "A platform’s scheduler has this post. Take it out there, untick it below, then try again. Nothing was changed.",
  restored: "Taken back.",
  nothing_to_do: "That was done already. Nothing was changed.",
  outdated: "Someone else changed or decided this post first. Nothing was changed.",
  refused: "This post can no longer be changed that way. Nothing was changed.",
} as const;
export type FlashKey = keyof typeof FLASH_TEXTS;

/** As it was sent. */
type RefusedUrls = { form: URLSearchParams } & NotPublished;
type Refused = { urls?: RefusedUrls; comment?: CommentInput };

type PostPage = {
  post: TeamPost;
  customer: ContentCustomer | null;
  refused?: Refused;
  status?: 200 | 422;
};

export function isChangeable(post: PostRow): boolean {
  const state = stateOf(post);
  return state !== "published" && state !== "withdrawn";
}

export async function postPage(
  c: OpsContext,
  deps: OpsDeps,
  { post, customer, refused = {}, status = 200 }: PostPage,
) {
  const { db, mediaKeys, apiUrl, now } = deps;
  const before = c.req.query("before") ?? null;
  const state = stateOf(post);
  const address = createMediaAddress(mediaKeys, apiUrl, now());
  const { mayAct } = signedInOf(c);
  const canPublish = state === "approved" || state === "published";
  const key = customerKeyOf(post);
  const mayChange = mayAct && customer !== null && isChangeable(post);
  const [draft] = await listDrafts(db, key, { postId: post.id });
  const month = post.plannedOn.slice(0, 7);
  c.status(status);
  return c.render(
    <Page
      title="Post"
      current="content"
      script={mayChange}
      kicker={
        <a href={paths.sheet(key, month)}>
          {customer === null
            ? "Posts for this customer"
            : `Posts for ${displayName(customer, { isRevealed: isRevealed(c, key) })}`}
        </a>
      }
      beside={
        <>
          <StateBadge state={state} />
          <Neighbours deps={deps} post={post} />
        </>
      }
    >
      <FlashMessage texts={FLASH_TEXTS} />
      {post.stopWords === null ? null : <StopForm post={post} />}
      <PostFacts post={post} />
      <PostMediaView post={post} address={address} />
      <Comments
        post={post}
        thread={await listComments(db, post.id, before, "operator")}
        input={refused.comment ?? newComment()}
      />
      {mayAct && undoableState(post) !== null ? (
        <p>
          <a class="button plain" href={paths.restorePost(post.id)}>
            {state === "withdrawn" ? "Take back the withdrawal…" : "Not published after all…"}
          </a>
        </p>
      ) : null}
      {mayAct && canPublish && maySchedule(post, now()) ? <ScheduleForm post={post} /> : null}
      {mayAct && canPublish ? <PublishForm post={post} refused={refused.urls} /> : null}
      {mayChange ? (
        <>
          <section>
            <h2>{draft === undefined ? "Change and propose again" : "A change is drafted"}</h2>
            {draft === undefined ? null : (
              <p class="quiet">
                Saved by {draft.savedBy}, <TimeLabel iso={draft.savedAt} />
              </p>
            )}
            <SheetForm
              data={await readSheetData(deps, customer, month)}
              rows={[
                draft === undefined ? rowOfPost(deps.makeId("post"), post) : rowOfDraft(draft),
              ]}
              month={month}
              posts={null}
              back={post}
            />
          </section>
          {post.scheduled.length > 0 || post.stopWords !== null ? null : (
            <p>
              <a class="button plain" href={paths.withdrawPost(post.id)}>
                Withdraw this post
              </a>
            </p>
          )}
        </>
      ) : null}
    </Page>,
  );
}

/** The posts before and after, in the list of the desk that led here. */
async function Neighbours({ deps, post }: { deps: OpsDeps; post: PostRow }) {
  const c = useOpsContext();
  const list = c.req.query("list");
  if (list === undefined) return null;
  const params = new URLSearchParams(list);
  const query = readDeskQuery((name) => params.get(name) ?? undefined);
  if (query.state === null) return null;
  const at = deps.now();
  const filter = deskFilterOf(query, signedInOf(c).session.userId, sinceOf(at));
  const desk = { state: query.state, filter, now: at.toISOString() };
  const { previous, next } = await findNeighbours(deps.db, desk, post);
  const of = (id: string) => `${paths.post(id)}?${String(new URLSearchParams({ list }))}`;
  return (
    <nav class="pages" aria-label="Posts of the list">
      {previous === null ? null : (
        <a rel="prev" href={of(previous)}>
          Previous
        </a>
      )}
      {next === null ? null : (
        <a rel="next" href={of(next)}>
          Next
        </a>
      )}
      <a href={deskUrl(query)}>List</a>
    </nav>
  );
}

/** What the team may take back. */
export function undoableState(post: PostRow): "published" | "withdrawn" | null {
  const state = stateOf(post);
  return state === "published" || state === "withdrawn" ? state : null;
}

const UNDO = {
  published: {
    heading: "Not published after all?",
    lead: "Removes the live addresses: the post is approved and waits to be published. If it was the first one, that is owed again. Reports that are out keep what they said.",
  },
  withdrawn: {
    heading: "Take back the withdrawal?",
    lead: "The customer sees the post again, with the state that it had, and what it waits for is owed again. Nobody gets an email.",
  },
} as const;

export function restorePage(
  c: OpsContext,
  post: PostRow,
  from: keyof typeof UNDO,
  reason: ReasonInput,
) {
  if (reason.error !== undefined) c.status(422);
  return c.render(
    <Page
      narrow
      title="Take back"
      current="content"
      kicker={<a href={paths.post(post.id)}>Post</a>}
      heading={UNDO[from].heading}
    >
      <p class="lead">{UNDO[from].lead}</p>
      <PostFacts post={post} />
      <ConfirmForm
        action={paths.restorePost(post.id)}
        reason={reason}
        submit="Take back"
        cancelUrl={paths.post(post.id)}
      >
        <input type="hidden" name="from" value={from} />
      </ConfirmForm>
    </Page>,
  );
}

export function withdrawPage(c: OpsContext, post: PostRow) {
  return c.render(
    <Page
      narrow
      title="Withdraw a post"
      current="content"
      kicker={<a href={paths.post(post.id)}>Post</a>}
      heading="Withdraw this post?"
    >
      <p>The customer no longer sees it. It can be taken back.</p>
      <PostFacts post={post} />
      <ActionForm
        class="stack"
        action={paths.withdrawPost(post.id)}
        seen={{ version: String(post.version) }}
      >
        <div class="actions">
          <button type="submit" class="danger">
            Withdraw
          </button>
          <a class="button plain" href={paths.post(post.id)}>
            Cancel
          </a>
        </div>
      </ActionForm>
    </Page>,
  );
}

/** Texts of single platforms and the first comment are part of what was approved. */
const PostFacts: FC<{ post: PostRow }> = ({ post }) => (
  <dl class="brief">
    <Fact name={`Version ${String(post.version)}`}>{post.text}</Fact>
    {post.platforms
      .filter((platform) => post.texts?.[platform] !== undefined)
      .map((platform) => (
        <Fact key={platform} name={`On ${PLATFORMS[platform]}`}>
          {post.texts?.[platform]}
        </Fact>
      ))}
    {post.firstComment === null ? null : <Fact name="First comment">{post.firstComment}</Fact>}
    <Fact name="Platforms">{placeLabel(post)}</Fact>
    <Fact name="Planned, London time">{plannedDateTime(post)}</Fact>
    <TimeFact
      name={post.decision === "approved" ? "Approved" : "Changes requested"}
      iso={post.decidedAt}
    >
      <div class="quiet">{deciderLabel(post)}</div>
      {post.words === null ? null : <div class="said">{post.words}</div>}
    </TimeFact>
    {post.scheduled.length === 0 ? null : (
      <Fact name="In the scheduler of">
        {post.scheduled.map((platform) => PLATFORMS[platform]).join(", ")}
      </Fact>
    )}
    {post.publications.map(({ platform, url }) => (
      <Fact key={platform} name={`Live on ${PLATFORMS[platform]}`}>
        <a href={url} rel="noreferrer">
          {url}
        </a>
      </Fact>
    ))}
  </dl>
);

const PublishForm: FC<{ post: PostRow; refused: RefusedUrls | undefined }> = ({
  post,
  refused,
}) => (
  <ActionForm
    class="stack"
    action={paths.publishPost(post.id)}
    autocomplete="off"
    aria-label="Publish the post"
    seen={{ version: String(post.version) }}
  >
    <fieldset class="stack">
      <legend>Live addresses</legend>
      {post.platforms.map((platform) => (
        <label key={platform}>
          {PLATFORMS[platform]}
          <input
            type="url"
            name={`url_${platform}`}
            maxlength={POST_URL_MAX}
            value={
              refused?.form.get(`url_${platform}`) ??
              post.publications.find((live) => live.platform === platform)?.url ??
              ""
            }
          />
        </label>
      ))}
      <FieldError text={refused?.error} />
      {refused?.isEarly === true ? (
        <label class="choice">
          <input type="checkbox" name="early" value="yes" />
          It is live already
        </label>
      ) : null}
      {post.platforms.length === 1 ? null : (
        <label class="choice">
          <input
            type="checkbox"
            name="rest"
            value="left_out"
            checked={refused === undefined ? post.isRestLeftOut : refused.form.get("rest") !== null}
          />
          <span>
            Leave out the platforms that are blank
            <span class="hint">Until then the post stays in the list of posts to publish.</span>
          </span>
        </label>
      )}
    </fieldset>
    <button type="submit">{post.publications.length === 0 ? "Mark as published" : "Save"}</button>
  </ActionForm>
);

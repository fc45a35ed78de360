/** @jsxImportSource hono/jsx */
import type { Context } from "hono";
import type { FC } from "hono/jsx";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { MEDIA_TYPE_KEYS } from "#contracts/content/media.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { POST_URL_MAX } from "#contracts/content/posts.ts";
import { listComments } from "#db/content/find-comments.ts";
import { createMediaAddress, type MediaAddress } from "#db/content/media/media-address.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import { type CustomerFile, listMaterialOfCustomer } from "#db/ops/list-material-of-customer.ts";
import { displayName } from "../customers/redact.ts";
import { isRevealed } from "../customers/reveal.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { Fact, TimeLabel } from "../layout/badges.tsx";
import { ConfirmForm, FieldError, type ReasonInput } from "../layout/confirm-form.tsx";
import { FlashMessage } from "../layout/flash-message.tsx";
import { CsrfField, page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";
import { OverField } from "./allowance.tsx";
import { type CommentInput, Comments, newComment } from "./comments.tsx";
import { MediaFields, PostMediaView } from "./files.tsx";
import {
  contentOf,
  deciderLabel,
  plannedDateTime,
  PostFields,
  StateBadge,
  stateOf,
} from "./post-view.tsx";
import type { MediaInput } from "./read-media.ts";
import type { PostInput } from "./read-post.ts";

const FLASH_TEXTS = {
  changed: "Proposed again. The customer gets an email.",
  published: "Published: the customer sees the address in the calendar.",
  commented: "Sent.",
  hidden: "Hidden from the customer.",
  shown: "The customer sees it again.",
  file_added: "Added. Give it a place below, and say what it shows.",
  withdrawn: "Withdrawn.",
  restored: "Taken back.",
  nothing_to_do: "That was done already. Nothing was changed.",
  outdated: "Someone else changed or decided this post first. Nothing was changed.",
  refused: "This post can no longer be changed that way. Nothing was changed.",
} as const;
export type FlashKey = keyof typeof FLASH_TEXTS;

export type RefusedChange = {
  input: PostInput;
  /** That the next press begins from. */
  version: number;
  /** Null: the fields say why. */
  why: "outdated" | "refused" | "no_subscription" | "over" | null;
  over?: readonly string[];
};
/** As it was sent. */
type RefusedUrls = { form: URLSearchParams; error: string; isEarly: boolean };
type Refused = {
  change?: RefusedChange;
  urls?: RefusedUrls;
  comment?: CommentInput;
  media?: MediaInput;
  file?: string;
};

type PostPage = {
  post: PostRow;
  customer: ContentCustomer | null;
  refused?: Refused;
  status?: 200 | 409 | 422;
};

export const WHY_REFUSED: Readonly<Record<NonNullable<RefusedChange["why"]>, string>> = {
  outdated:
    "Someone else changed this post first. Their version is shown, and yours is still in the form. Nothing has been saved yet.",
  refused: "This post has since been published or withdrawn. Nothing was changed.",
  no_subscription: "This customer has no open subscription. Nothing was changed.",
  over: "Read what is beside the box below, and tick it to go ahead. Nothing has been changed yet.",
};

export function isChangeable(post: PostRow): boolean {
  const state = stateOf(post);
  return state !== "published" && state !== "withdrawn";
}

export async function postPage(
  c: Context<OpsEnv>,
  { db, mediaKeys, apiUrl, now }: OpsDeps,
  { post, customer, refused = {}, status = 200 }: PostPage,
) {
  const { change } = refused;
  const before = c.req.query("before") ?? null;
  const state = stateOf(post);
  const address = createMediaAddress(mediaKeys, apiUrl, now());
  const { mayAct } = signedInOf(c);
  const canPublish = state === "approved" || state === "published";
  return page(
    c,
    { title: "Post", current: "content" },
    <>
      <p class="kicker">
        <a href={paths.customerContent(customerKeyOf(post))}>
          {customer === null
            ? "Posts for this customer"
            : `Posts for ${displayName(customer, { isRevealed: isRevealed(c, customerKeyOf(post)) })}`}
        </a>
      </p>
      <div class="title">
        <h1>Post</h1>
        <StateBadge state={state} />
      </div>
      <FlashMessage c={c} texts={FLASH_TEXTS} />
      {change === undefined || change.why === null ? null : (
        <p class="notice bad" role="alert">
          {WHY_REFUSED[change.why]}
        </p>
      )}
      <PostFacts post={post} />
      <PostMediaView post={post} address={address} />
      <Comments
        c={c}
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
      {mayAct && canPublish ? <PublishForm c={c} post={post} refused={refused.urls} /> : null}
      {mayAct && isChangeable(post) ? (
        <>
          <ChangeForm c={c} post={post} change={change} />
          <MediaForm
            c={c}
            post={post}
            files={await listMaterialOfCustomer(db, customerKeyOf(post))}
            address={address}
            input={refused.media}
          />
          <FileForm c={c} post={post} error={refused.file} />
          <p>
            <a class="button plain" href={paths.withdrawPost(post.id)}>
              Withdraw this post
            </a>
          </p>
        </>
      ) : change === undefined ? null : (
        <section>
          <h2>What you wrote</h2>
          <p class="words">{change.input.text}</p>
        </section>
      )}
    </>,
    status,
  );
}

const ChangeForm: FC<{ c: Context<OpsEnv>; post: PostRow; change: RefusedChange | undefined }> = ({
  c,
  post,
  change,
}) => {
  const version = change?.version ?? post.version;
  return (
    <form
      class="stack"
      method="post"
      action={paths.changePost(post.id)}
      autocomplete="off"
      aria-label="Change the post"
    >
      <Seen c={c} version={version} />
      <fieldset class="stack">
        <legend>Change and propose again</legend>
        <PostFields post={change?.input ?? contentOf(post)} error={change?.input.error} />
        <OverField over={change?.over ?? []} />
      </fieldset>
      <button type="submit">Propose version {version + 1}</button>
    </form>
  );
};

const MediaForm: FC<{
  c: Context<OpsEnv>;
  post: PostRow;
  files: readonly CustomerFile[];
  address: MediaAddress;
  input: MediaInput | undefined;
}> = ({ c, post, files, address, input }) => (
  <form
    class="stack"
    method="post"
    action={paths.postMedia(post.id)}
    autocomplete="off"
    aria-label="Pictures or video of the post"
    id="media"
  >
    <Seen c={c} version={post.version} />
    <fieldset class="stack">
      <legend>Pictures, or one video</legend>
      <MediaFields post={post} files={files} address={address} input={input} />
    </fieldset>
    <button type="submit">Propose version {post.version + 1} with these</button>
  </form>
);

const FileForm: FC<{ c: Context<OpsEnv>; post: PostRow; error: string | undefined }> = ({
  c,
  post,
  error,
}) => (
  <form
    class="stack"
    method="post"
    action={paths.postFiles(post.id)}
    enctype="multipart/form-data"
    aria-label="Add a file"
  >
    <CsrfField token={signedInOf(c).csrfToken} />
    <label>
      Add a picture or video of ours
      <input type="file" name="file" accept={MEDIA_TYPE_KEYS.join(",")} required />
    </label>
    <FieldError text={error} />
    <button type="submit" class="plain">
      Add the file
    </button>
  </form>
);

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
  c: Context<OpsEnv>,
  post: PostRow,
  from: keyof typeof UNDO,
  reason: ReasonInput,
  status: 200 | 422 = 200,
) {
  return page(
    c,
    { title: "Take back", current: "content" },
    <div class="narrow">
      <p class="kicker">
        <a href={paths.post(post.id)}>Post</a>
      </p>
      <h1>{UNDO[from].heading}</h1>
      <p class="lead">{UNDO[from].lead}</p>
      <PostFacts post={post} />
      <ConfirmForm
        c={c}
        action={paths.restorePost(post.id)}
        reason={reason}
        submit="Take back"
        cancelUrl={paths.post(post.id)}
      >
        <input type="hidden" name="from" value={from} />
      </ConfirmForm>
    </div>,
    status,
  );
}

export function withdrawPage(c: Context<OpsEnv>, post: PostRow) {
  return page(
    c,
    { title: "Withdraw a post", current: "content" },
    <div class="narrow">
      <p class="kicker">
        <a href={paths.post(post.id)}>Post</a>
      </p>
      <h1>Withdraw this post?</h1>
      <p>The customer no longer sees it. It can be taken back.</p>
      <PostFacts post={post} />
      <form class="stack" method="post" action={paths.withdrawPost(post.id)}>
        <Seen c={c} version={post.version} />
        <div class="actions">
          <button type="submit" class="danger">
            Withdraw
          </button>
          <a class="button plain" href={paths.post(post.id)}>
            Cancel
          </a>
        </div>
      </form>
    </div>,
  );
}

const Seen: FC<{ c: Context<OpsEnv>; version: number }> = ({ c, version }) => (
  <>
    <CsrfField token={signedInOf(c).csrfToken} />
    <input type="hidden" name="version" value={String(version)} />
  </>
);

const PostFacts: FC<{ post: PostRow }> = ({ post }) => (
  <dl class="brief">
    <Fact name={`Version ${String(post.version)}`}>{post.text}</Fact>
    <Fact name="Platforms">{placeLabel(post)}</Fact>
    <Fact name="Planned, London time">{plannedDateTime(post)}</Fact>
    {post.decidedAt === null ? null : (
      <Fact name={post.decision === "approved" ? "Approved" : "Changes requested"}>
        <TimeLabel iso={post.decidedAt} />
        <div class="quiet">{deciderLabel(post)}</div>
        {post.words === null ? null : <div class="said">{post.words}</div>}
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

const PublishForm: FC<{
  c: Context<OpsEnv>;
  post: PostRow;
  refused: RefusedUrls | undefined;
}> = ({ c, post, refused }) => (
  <form
    class="stack"
    method="post"
    action={paths.publishPost(post.id)}
    autocomplete="off"
    aria-label="Publish the post"
  >
    <Seen c={c} version={post.version} />
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
  </form>
);

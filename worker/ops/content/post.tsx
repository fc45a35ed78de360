/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import type { FC } from "hono/jsx";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { MEDIA_NAME_MAX, MEDIA_TYPE_KEYS } from "#contracts/content/media.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { POST_URL_MAX, type PostContent } from "#contracts/content/posts.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { isId } from "#contracts/ids.ts";
import { parseOrdinal } from "#contracts/ordinal.ts";
import { createMediaAddress, type MediaAddress } from "#db/content/media/media-address.ts";
import { customerKeyOf, ownerFactsOf } from "#db/content/post-owner.ts";
import { listComments } from "#db/content/find-comments.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import { changePost, type ChangeOutcome, publishPost, withdrawPost } from "#db/ops/change-post.ts";
import { type ContentCustomer, findContentCustomer } from "#db/ops/find-content-customer.ts";
import { type CustomerFile, listMaterialOfCustomer } from "#db/ops/list-material.ts";
import { findPost } from "#db/ops/find-post.ts";
import { listPostsOfCustomer } from "#db/ops/list-posts.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { displayName } from "../customers/redact.ts";
import { Fact, TimeLabel } from "../layout/badges.tsx";
import { FieldError } from "../layout/confirm-form.tsx";
import { errorPage } from "../layout/error-page.tsx";
import { CsrfField, page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";
import { mayGoOver, OverField, overAllowance } from "./allowance.tsx";
import { type CommentInput, Comments, newComment, writeComment } from "./comments.tsx";
import {
  contentOf,
  deciderLabel,
  plannedDateTime,
  PostFields,
  StateBadge,
  stateOf,
} from "./post-view.tsx";
import { mayBeProposedTo, newProposal } from "./propose.ts";
import { MediaFields, PostMediaView } from "./files.tsx";
import { type MediaInput, readMedia } from "./read-media.ts";
import { type PostInput, readPost, readUrls } from "./read-post.ts";

/** Flash messages; the URL carries the key, never the text. */
const NOTICES = {
  changed: "Proposed again. The customer gets an email.",
  published: "Published: the customer sees the address in the calendar.",
  commented: "Sent.",
  file_added: "Added. Give it a place below, and say what it shows.",
  withdrawn: "Withdrawn.",
  nothing_to_do: "That was done already. Nothing was changed.",
  outdated: "Someone else changed or decided this post first. Nothing was changed.",
  refused: "This post can no longer be changed that way. Nothing was changed.",
} as const;
type Notice = keyof typeof NOTICES;

export function postRoutes(deps: OpsDeps) {
  const { db } = deps;
  const find = async (id: string) => (isId("post", id) ? findPost(db, id) : null);
  const context = (c: Context<OpsEnv>) => ({
    makeId: deps.makeId,
    now: deps.now,
    correlationId: c.get("requestId"),
  });

  function answer(c: Context<OpsEnv>, post: PostRow, outcome: ChangeOutcome, done: Notice) {
    const notice =
      outcome === "done" ? done : outcome === "done_before" ? "nothing_to_do" : outcome;
    deps.log.info({ requestId: c.get("requestId"), postId: post.id, outcome: notice }, "ops_post");
    return c.redirect(`${paths.post(post.id)}?notice=${notice}`, 303);
  }

  return new Hono<OpsEnv>()
    .get("/:id", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      return postPage(c, deps, post, await findContentCustomer(db, customerKeyOf(post)));
    })
    .post("/:id/change", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const version = versionOf(c);
      const input = readPost(c.get("form"), deps.now());
      const customer = await findContentCustomer(db, customerKeyOf(post));
      const refuse = (refused: Omit<RefusedChange, "input">, newest = post) =>
        postPage(
          c,
          deps,
          newest,
          customer,
          { change: { input, ...refused } },
          refused.why === null || refused.why === "over" ? 422 : 409,
        );
      if (version === null) return refuse({ version: post.version, why: "outdated" });
      if (input.value === null) return refuse({ version, why: null });
      if (customer === null || !mayBeProposedTo(customer)) {
        return refuse({ version, why: "no_subscription" });
      }
      const by = signedInOf(c).session.name;
      const event = newProposal(c, deps, customer, [{ postId: post.id, version: version + 1 }]);
      const content = { ...input.value, media: contentOf(post).media ?? [] };
      const posts = await listPostsOfCustomer(db, customerKeyOf(post));
      const overWith = (change: PostContent) =>
        overAllowance(customer, posts, [{ ...change, id: post.id }]);
      const before = overWith(contentOf(post));
      const over = overWith(content).filter((month) => !before.includes(month));
      if (over.length > 0 && !mayGoOver(c.get("form"))) {
        return refuse({ version, why: "over", over });
      }
      const outcome = await changePost(db, { content, by, event });
      if (outcome !== "outdated" && outcome !== "refused")
        return answer(c, post, outcome, "changed");
      // The page shows the newest version beside what was typed, so the next press begins from it.
      const newest = (await find(post.id)) ?? post;
      return refuse({ version: newest.version, why: outcome }, newest);
    })
    .post("/:id/media", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const version = versionOf(c);
      const key = customerKeyOf(post);
      const input = readMedia(c.get("form"), await listMaterialOfCustomer(db, key));
      const customer = await findContentCustomer(db, key);
      if (version === null || input.value === null) {
        return postPage(c, deps, post, customer, { media: input }, 422);
      }
      const refuse = (why: NonNullable<RefusedChange["why"]>, newest = post) =>
        postPage(c, deps, newest, customer, { media: { ...input, error: WHY_REFUSED[why] } }, 409);
      if (customer === null || !mayBeProposedTo(customer)) return refuse("no_subscription");
      const by = signedInOf(c).session.name;
      const event = newProposal(c, deps, customer, [{ postId: post.id, version: version + 1 }]);
      const content = { ...contentOf(post), media: input.value };
      const outcome = await changePost(db, { content, by, event });
      return outcome === "outdated"
        ? refuse(outcome, (await find(post.id)) ?? post)
        : answer(c, post, outcome, "changed");
    })
    .post("/:id/files", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const file = c.get("file");
      const error =
        file === undefined || file.length === 0
          ? "Choose a file."
          : await deps.material.add({
              id: deps.makeId("media"),
              postId: post.id,
              name: (c.get("fileName") ?? "")
                .replaceAll(/[\p{Cc}\p{Cs}]/gu, "")
                .slice(-MEDIA_NAME_MAX),
              bytes: Buffer.from(file),
              by: signedInOf(c).session.name,
            });
      if (error === null) return c.redirect(`${paths.post(post.id)}?notice=file_added#media`, 303);
      const customer = await findContentCustomer(db, customerKeyOf(post));
      return postPage(c, deps, post, customer, { file: error }, 422);
    })
    .post("/:id/publish", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const version = versionOf(c);
      const urls = readUrls(c.get("form"), post.platforms);
      const restLeftOut = c.get("form").get("rest") === "left_out";
      const customer = await findContentCustomer(db, customerKeyOf(post));
      if (version === null || urls === null) {
        const refused = { urls: c.get("form") };
        return postPage(c, deps, post, customer, refused, 422);
      }
      const by = signedInOf(c).session.name;
      const event = newEvent(
        context(c),
        "PostPublished",
        { kind: "ops", name: by },
        {
          ...ownerFactsOf(post),
          postId: post.id,
          version,
          subscriptionId: customer?.subscription?.id ?? null,
        },
      );
      return answer(c, post, await publishPost(db, { urls, restLeftOut, by, event }), "published");
    })
    .get("/:id/withdraw", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      return signedInOf(c).mayAct && isChangeable(post)
        ? withdrawPage(c, post)
        : c.redirect(paths.post(post.id), 303);
    })
    .post("/:id/comment", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const comment = await writeComment(c, deps, post);
      if (comment === null) {
        return c.redirect(`${paths.post(post.id)}?notice=commented#comments`, 303);
      }
      const customer = await findContentCustomer(db, customerKeyOf(post));
      return postPage(c, deps, post, customer, { comment }, 422);
    })
    .post("/:id/withdraw", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const version = versionOf(c);
      if (version === null) return answer(c, post, "refused", "withdrawn");
      const event = newEvent(
        context(c),
        "PostWithdrawn",
        { kind: "ops", name: signedInOf(c).session.name },
        { ...ownerFactsOf(post), postId: post.id, version },
      );
      return answer(c, post, await withdrawPost(db, { event }), "withdrawn");
    });
}

/** The version that the operator has seen. */
function versionOf(c: Context<OpsEnv>): number | null {
  return parseOrdinal(c.get("form").get("version") ?? "");
}

const postNotFound = (c: Context<OpsEnv>) =>
  errorPage(c, 404, "Post not found", "The account may have been erased, or the id is incomplete.");

type RefusedChange = {
  input: PostInput;
  /** That the next press begins from. */
  version: number;
  /** Null: the fields say why. */
  why: "outdated" | "refused" | "no_subscription" | "over" | null;
  over?: readonly string[];
};
type Refused = {
  change?: RefusedChange;
  urls?: URLSearchParams;
  comment?: CommentInput;
  media?: MediaInput;
  file?: string;
};

const WHY_REFUSED: Readonly<Record<NonNullable<RefusedChange["why"]>, string>> = {
  outdated:
    "Someone else changed this post first. Their version is shown, and yours is still in the form. Nothing has been saved yet.",
  refused: "This post has since been published or withdrawn. Nothing was changed.",
  no_subscription: "This customer has no open subscription. Nothing was changed.",
  over: "This is more than the plan includes. Tick the box to go ahead. Nothing has been changed yet.",
};

function isChangeable(post: PostRow): boolean {
  const state = stateOf(post);
  return state !== "published" && state !== "withdrawn";
}

async function postPage(
  c: Context<OpsEnv>,
  { db, mediaKeys, apiUrl, now }: OpsDeps,
  post: PostRow,
  customer: ContentCustomer | null,
  refused: Refused = {},
  status: 200 | 409 | 422 = 200,
) {
  const { change } = refused;
  const state = stateOf(post);
  const address = createMediaAddress(mediaKeys, apiUrl, now());
  const notice = c.req.query("notice") ?? "";
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
            : `Posts for ${displayName(customer, { isRevealed: false })}`}
        </a>
      </p>
      <div class="title">
        <h1>Post</h1>
        <StateBadge state={state} />
      </div>
      {Object.hasOwn(NOTICES, notice) ? (
        <output class="notice">{NOTICES[notice as Notice]}</output>
      ) : null}
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
        comments={await listComments(db, post.id)}
        input={refused.comment ?? newComment()}
      />
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

function withdrawPage(c: Context<OpsEnv>, post: PostRow) {
  return page(
    c,
    { title: "Withdraw a post", current: "content" },
    <div class="narrow">
      <p class="kicker">
        <a href={paths.post(post.id)}>Post</a>
      </p>
      <h1>Withdraw this post?</h1>
      <p>The customer no longer sees it, and it cannot be proposed again.</p>
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
    {post.decided_at === null ? null : (
      <Fact name={post.decision === "approved" ? "Approved" : "Changes requested"}>
        <TimeLabel iso={post.decided_at} />
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

/** @param refused as it was sent */
const PublishForm: FC<{
  c: Context<OpsEnv>;
  post: PostRow;
  refused: URLSearchParams | undefined;
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
              refused?.get(`url_${platform}`) ??
              post.publications.find((live) => live.platform === platform)?.url ??
              ""
            }
          />
        </label>
      ))}
      <FieldError
        text={refused === undefined ? undefined : "Give an address that begins with https://"}
      />
      {post.platforms.length === 1 ? null : (
        <label class="choice">
          <input
            type="checkbox"
            name="rest"
            value="left_out"
            checked={refused === undefined ? post.is_rest_left_out : refused.get("rest") !== null}
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

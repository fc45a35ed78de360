import { bodyLimit } from "hono/body-limit";
import { html, raw } from "hono/html";
import {
  type DecisionOutcomes,
  DecisionsRequest,
  type PostPicture,
  type ReviewResponse,
} from "#contracts/api/content/calendar.ts";
import { COMPANY } from "#contracts/company.ts";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { changedParts } from "#contracts/content/changed-parts.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import { type FramePart, frameOf } from "#contracts/content/post-frame.ts";
import { CHANGE_WORDS_MAX, DECIDABLE_AFTER_MS } from "#contracts/content/posts.ts";
import { AppError, ERROR_STATUS } from "#contracts/errors.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { REVIEW_MESSAGES } from "#contracts/messages/review.ts";
import type { EdgeDeps } from "../deps.ts";
import { type AppContext, newRoutes } from "../http/env.ts";
import { appErrorResponse, errorResponse, toAppError } from "../http/errors.ts";
import { mediaTypeOf, rejectLargeBody } from "../http/json-body.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { pageHeaders } from "../http/response-headers.ts";
import { DECISIONS_MAX_BYTES } from "./calendar.ts";
import { STYLE } from "./plain-review-style.ts";
import { decideByLink, getReview, type OpenedLink, sendFreshEmail, toAnswer } from "./review.ts";

type Html = ReturnType<typeof html>;
type Post = ReviewResponse["posts"][number];
/** What the last press came to. */
type Said = {
  readonly text: string;
  readonly status: 200 | 403 | 404 | 409;
  /** Ids of the posts that it was about. */
  readonly about?: readonly string[];
};

const FRESH = "fresh_email";
const NOTHING: Html[] = [];

/**
 * `/review`: what a link from an email shows and decides, without scripts. The token stands in the query once, which no log
 * keeps, and then in forms: who has it may decide, and another site does not have it.
 */
export function plainReviewRoutes(deps: EdgeDeps) {
  return newRoutes()
    .use(
      pageHeaders(STYLE, { imgSrc: ["'self'"], mediaSrc: ["'self'"], formAction: ["'self'"] }),
      async (c, next) => {
        await next();
        c.res.headers.set("Cache-Control", "no-store");
        c.res.headers.set("X-Robots-Tag", "noindex, nofollow");
      },
      rateLimit(deps.apiLimiter),
    )
    .get("/", async (c) => {
      const token = c.req.query("token") ?? "";
      return show(c, deps, token, await getReview(deps, token), null);
    })
    .post("/", bodyLimit({ maxSize: DECISIONS_MAX_BYTES, onError: rejectLargeBody }), async (c) => {
      if (mediaTypeOf(c) !== "application/x-www-form-urlencoded") {
        throw new AppError("unsupported_media_type", MESSAGES.refused.unsupportedMediaType);
      }
      const form = new URLSearchParams(await c.req.text());
      const token = form.get("token") ?? "";
      const opened = await getReview(deps, token);
      const said = await decide(c, deps, opened, form);
      // What is refused has changed before, and was read with it.
      const now = said.status === 200 ? await getReview(deps, token) : opened;
      return show(c, deps, token, now, said);
    })
    .onError((error, c) => {
      // Programs get the API's errors, and people a page.
      if (c.req.header("accept")?.includes("text/html") !== true) return errorResponse(error, c);
      const known = toAppError(error);
      if (known.code === "internal") return errorResponse(error, c);
      appErrorResponse(known, c);
      return c.html(
        pageOf(html`<p role="alert" class="said">${known.message}</p>`),
        ERROR_STATUS[known.code],
      );
    });
}

/** @throws {AppError} `invalid_input` for what the page's forms do not send */
async function decide(
  c: AppContext,
  deps: EdgeDeps,
  opened: OpenedLink,
  form: URLSearchParams,
): Promise<Said> {
  if (deps.now().getTime() - Number(form.get("shown")) < DECIDABLE_AFTER_MS) {
    return { text: REVIEW_MESSAGES.tooSoon, status: 409 };
  }
  const decision = form.get("decision");
  if (decision === FRESH) {
    const isSent = await sendFreshEmail(c, deps, opened);
    return { text: isSent ? REVIEW_MESSAGES.freshSent : REVIEW_MESSAGES.freshLimited, status: 200 };
  }
  const words = form.get("words")?.replaceAll("\r\n", "\n");
  const { data: body } = DecisionsRequest.safeParse({
    decision,
    posts: form.getAll("post").map((seen) => {
      const [postId, version, contentHash] = seen.split(" ");
      return { postId, version: Number(version), contentHash };
    }),
    ...(words !== undefined && { words }),
  });
  if (body === undefined) throw new AppError("invalid_input", MESSAGES.refused.invalidInput);
  try {
    const outcomes = await decideByLink(c, deps, opened, body);
    const about = body.posts.map(({ postId }) => postId);
    return { text: sentenceOf(body, outcomes, opened), status: 200, about };
  } catch (error) {
    const { code, message } = toAppError(error as Error);
    // The page shows the newest version below.
    if (code !== "post_changed" && code !== "post_decided" && code !== "forbidden") throw error;
    return { text: message, status: ERROR_STATUS[code] };
  }
}

function sentenceOf(
  { decision, posts }: DecisionsRequest,
  outcomes: DecisionOutcomes,
  { review }: OpenedLink,
): string {
  const [first] = posts;
  const post = review.posts.find(({ id }) => id === first?.postId);
  const planned = post === undefined ? "" : plannedLabel(post);
  if (outcomes[0]?.outcome === "stop_requested") return CALENDAR_MESSAGES.stopping;
  if (decision === "approval_undone") return CALENDAR_MESSAGES.undone(planned);
  if (decision !== "approved") return CALENDAR_MESSAGES.asked(planned);
  if (posts.length === 1) return CALENDAR_MESSAGES.approved(planned);
  const decided = outcomes.filter(({ outcome }) => outcome.startsWith("decided")).length;
  const missed = posts.length - decided;
  return [
    CALENDAR_MESSAGES.approvedAll(decided),
    ...(missed === 0 ? [] : [CALENDAR_MESSAGES.notApproved(missed)]),
  ].join(" ");
}

function show(c: AppContext, deps: EdgeDeps, token: string, opened: OpenedLink, said: Said | null) {
  const hidden = html`<input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="shown" value="${deps.now().getTime()}" />`;
  const page = pageOf(reviewOf(toAnswer(deps, opened), hidden, said));
  return c.html(page, said?.status ?? 200);
}

function pageOf(content: Html): Html {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${`Your posts · ${COMPANY.name}`}</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <p class="brand">${COMPANY.name}</p>
          ${content}
          <footer>Questions? <a href="${`mailto:${COMPANY.email}`}">${COMPANY.email}</a></footer>
        </main>
      </body>
    </html>`;
}

function reviewOf(review: ReviewResponse, hidden: Html, said: Said | null): Html {
  const { posts, businessName, decider, isExpired } = review;
  const isOpen = ({ state, isNewer }: Post) => state === "waiting" && !isNewer;
  const waiting = posts.filter(isOpen);
  const hasNewer = posts.some(({ state, isNewer }) => state === "waiting" && isNewer);
  const isOwner = decider === null;
  const undoable = posts.find(
    (post) => isOwner && isUndoable(post) && said?.about?.join() === post.id,
  );
  const fresh = formOf(
    hidden,
    [],
    html`<button name="decision" value="${FRESH}">Send me a new email</button>`,
  );
  return html`<h1>${businessName ?? "Your posts"}</h1>
    <p>Nothing goes live until you approve it. All times are UK time.</p>
    ${decider === null ? NOTHING : html`<p>You’re deciding as <strong>${decider}</strong>.</p>`}
    ${
      said === null
        ? NOTHING
        : html`<div class="said">
            <p role="status">${said.text}</p>
            ${undoable === undefined ? NOTHING : undoOf(undoable, hidden)}
          </div>`
    }
    ${isExpired ? html`<p>${REVIEW_MESSAGES.linkExpired}</p>` : NOTHING}
    ${isExpired || hasNewer ? fresh : NOTHING}
    ${
      waiting.length > 0 || isExpired
        ? NOTHING
        : html`<p>Nothing is waiting for you${hasNewer ? " with this email" : ""}.</p>`
    }
    ${
      waiting.length < 2
        ? NOTHING
        : formOf(
            hidden,
            waiting,
            html`<button name="decision" value="approved">
              ${`Approve all ${waiting.length}`}
            </button>`,
          )
    }
    ${[...waiting, ...posts.filter((post) => !isOpen(post))].map(
      (post) =>
        html`<article aria-labelledby="${post.id}">
          <h2 id="${post.id}">${plannedLabel(post)}</h2>
          <p class="soft">${placeLabel(post)} · ${wordOf(post)}</p>
          ${drawingOf(post, businessName ?? "Your business")} ${furtherOf(post)}
          ${isOwner && isUndoable(post) && post !== undoable ? undoOf(post, hidden) : NOTHING}
          ${actsOf(post, hidden, isOwner)}
        </article>`,
    )}`;
}

const WORDS = {
  waiting: "waiting for you",
  approved: "approved",
  changes_requested: "changes asked for",
  published: "live",
} as const satisfies Record<Post["state"], string>;

const wordOf = ({ state, isNewer }: Post) =>
  state === "waiting" && isNewer ? "changed since your email" : WORDS[state];

/** Draws a post as its network does. Every file is seen, and every word: nothing is approved unseen. */
function drawingOf(post: Post, name: string): Html {
  const [platform = "instagram"] = post.platforms;
  const frame = frameOf(post, platform);
  const shown: readonly FramePart[] = frame.isOverlay ? ["head", ...frame.parts] : frame.parts;
  const { shown: first, rest } = frame.caption;
  const parts: Readonly<Record<FramePart, Html | readonly Html[]>> = {
    head: html`<p class="name">
      <span class="avatar" aria-hidden="true">${Array.from(name)[0]}</span>
      <span><strong>${name}</strong><br /><span class="soft">${PLATFORMS[platform]}</span></span>
    </p>`,
    media: post.media.map((file) => fileOf(file, frame.media)),
    text: html`<p class="words">${first + rest}</p>`,
    actions: NOTHING,
  };
  return html`<div class="frame">${shown.map((part) => parts[part])}</div>`;
}

type Box = { readonly width: number; readonly height: number } | null;

function fileOf({ kind, alt, thumb, small, large, ...own }: PostPicture, box: Box): Html {
  const { width, height } = box ?? own;
  return kind === "video"
    ? html`<video
        src="${large}"
        poster="${thumb === null ? "" : small}"
        width="${width}"
        height="${height}"
        controls
        preload="metadata"
        aria-label="${alt === "" ? "Video of the post" : alt}"
      ></video>`
    : html`<a href="${large}" rel="noreferrer"
        ><img src="${small}" alt="${alt}" width="${width}" height="${height}"
      /></a>`;
}

function furtherOf(post: Post): Html {
  const lines = [
    ...post.platforms.flatMap((platform) => {
      const own = post.texts[platform];
      return own === undefined ? [] : [{ name: `On ${PLATFORMS[platform]}`, text: own }];
    }),
    ...(post.firstComment === null ? [] : [{ name: "First comment", text: post.firstComment }]),
    ...(post.words === null ? [] : [{ name: "You asked for", text: post.words }]),
    ...(post.previous === null
      ? []
      : changedParts(post.previous, post).map(({ name, old }) => ({
          name: `${name} before`,
          text: old === "" ? "none" : old,
        }))),
  ];
  if (lines.length === 0) return html``;
  return html`<dl>
    ${lines.map(
      ({ name, text }) =>
        html`<dt>${name}</dt>
          <dd class="words">${text}</dd>`,
    )}
  </dl>`;
}

function actsOf(post: Post, hidden: Html, isOwner: boolean): Html {
  if (post.isNewer)
    return post.state === "waiting" ? html`<p>${REVIEW_MESSAGES.newer}</p>` : html``;
  if (post.isStopping) return html`<p>${CALENDAR_MESSAGES.stopping}</p>`;
  const changes = (decision: "changes_requested" | "approval_taken_back") =>
    html`<details>
      <summary>Ask for changes</summary>
      ${formOf(
        hidden,
        [post],
        html`<label for="${`words-${post.id}`}">What should we change?</label>
          <textarea
            id="${`words-${post.id}`}"
            name="words"
            rows="4"
            required
            maxlength="${CHANGE_WORDS_MAX}"
          ></textarea>
          <button name="decision" value="${decision}">Send</button>`,
      )}
    </details>`;
  if (post.state === "waiting") {
    return html`${pressOf(post, hidden, "approved", "Approve")} ${changes("changes_requested")}`;
  }
  return post.state === "approved" && isOwner ? changes("approval_taken_back") : html``;
}

/** A post that a platform will publish by itself is stopped first, with words for the team. */
const isUndoable = ({ state, isNewer, isStopping, scheduled }: Post) =>
  state === "approved" && !isNewer && !isStopping && scheduled.length === 0;

const undoOf = (post: Post, hidden: Html) =>
  pressOf(post, hidden, "approval_undone", "Undo approval");

function pressOf(
  post: Post,
  hidden: Html,
  decision: DecisionsRequest["decision"],
  text: string,
): Html {
  return formOf(
    hidden,
    [post],
    html`<button
      name="decision"
      value="${decision}"
      aria-label="${`${text}: ${plannedLabel(post)}`}"
    >
      ${text}
    </button>`,
  );
}

function formOf(hidden: Html, posts: readonly Post[], fields: Html): Html {
  return html`<form method="post" action="/review">
    ${hidden}
    ${posts.map(
      ({ id, version, contentHash }) =>
        html`<input type="hidden" name="post" value="${`${id} ${version} ${contentHash}`}" />`,
    )}
    ${fields}
  </form>`;
}

import { type Context, Hono } from "hono";
import { isId } from "#contracts/ids.ts";
import { parseOrdinal } from "#contracts/ordinal.ts";
import { customerKeyOf, ownerFactsOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import { type ChangeOutcome, restorePost, withdrawPost } from "#db/ops/change-post.ts";
import { findContentCustomer } from "#db/ops/find-customers.ts";
import { findPost } from "#db/ops/find-posts.ts";
import { hideComment } from "#db/ops/hide-comment.ts";
import { stopPost } from "#db/ops/schedule-post.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { errorPage } from "../layout/error-page.tsx";
import { withFlash } from "../layout/flash-message.tsx";
import { NO_REASON, readReason } from "../layout/forms.tsx";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";
import { HIDE, hideCommentPage, writeComment } from "./comments.tsx";
import {
  isChangeable,
  type FlashKey,
  postPage,
  restorePage,
  undoableState,
  withdrawPage,
} from "./post.tsx";
import { publish } from "./publish.ts";
import { readScheduled, schedule } from "./schedule.tsx";

export function postRoutes(deps: OpsDeps) {
  const { db } = deps;
  const find = async (id: string) => (isId("post", id) ? findPost(db, id) : null);

  function answer(c: Context<OpsEnv>, post: PostRow, outcome: ChangeOutcome, done: FlashKey) {
    const flash = outcome === "done" ? done : outcome === "done_before" ? "nothing_to_do" : outcome;
    deps.log.info({ requestId: c.get("requestId"), postId: post.id, outcome: flash }, "ops_post");
    return c.redirect(withFlash(paths.post(post.id), flash), 303);
  }

  return new Hono<OpsEnv>()
    .get("/:id", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const customer = await findContentCustomer(db, customerKeyOf(post));
      return postPage(c, deps, { post, customer });
    })
    .post("/:id/publish", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const form = c.get("form");
      const outcome = await publish(c, deps, { post, version: versionOf(c), form });
      if ("outcome" in outcome) return answer(c, post, outcome.outcome, "published");
      const customer = await findContentCustomer(db, customerKeyOf(post));
      const refused = { urls: { form, ...outcome } };
      return postPage(c, deps, { post, customer, refused, status: 422 });
    })
    .post("/:id/schedule", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const platforms = readScheduled(c.get("form"), post);
      const outcome = await schedule(c, deps, { post, version: versionOf(c), platforms });
      return answer(c, post, outcome, "scheduled_saved");
    })
    .post("/:id/stop", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const version = versionOf(c);
      if (version === null) return answer(c, post, "outdated", "stopped");
      const event = newOpsEvent(c, deps, "PostStopped", {
        ...ownerFactsOf(post),
        postId: post.id,
        version,
        isLive: post.publications.length > 0,
      });
      const by = signedInOf(c).session.name;
      return answer(c, post, await stopPost(db, { by, event }), "stopped");
    })
    .get("/:id/withdraw", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      return signedInOf(c).mayAct && isChangeable(post)
        ? withdrawPage(c, post)
        : c.redirect(paths.post(post.id), 303);
    })
    .get("/:id/restore", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const from = undoableState(post);
      return from === null
        ? c.redirect(paths.post(post.id), 303)
        : restorePage(c, post, from, NO_REASON);
    })
    .post("/:id/restore", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const from = undoableState(post);
      // The state that the form was made for.
      if (from === null || from !== c.get("form").get("from")) {
        return answer(c, post, "outdated", "restored");
      }
      const reason = readReason(c.get("form"));
      if (reason.value === null) return restorePage(c, post, from, reason, 422);
      const by = signedInOf(c).session.name;
      const at = deps.now().toISOString();
      const input = { postId: post.id, from, by, reason: reason.value, at };
      return answer(c, post, await restorePost(db, input), "restored");
    })
    .post("/:id/comment", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const comment = await writeComment(c, deps, post);
      if (comment === null) {
        return c.redirect(`${withFlash(paths.post(post.id), "commented")}#comments`, 303);
      }
      const customer = await findContentCustomer(db, customerKeyOf(post));
      return postPage(c, deps, { post, customer, refused: { comment }, status: 422 });
    })
    .get("/:id/comments/:comment/:act", async (c) => {
      const post = await find(c.req.param("id"));
      const act = actOf(c);
      return post === null || act === null
        ? postNotFound(c)
        : hideCommentPage(c, { post, act }, NO_REASON);
    })
    .post("/:id/comments/:comment/:act", async (c) => {
      const post = await find(c.req.param("id"));
      const act = actOf(c);
      if (post === null || act === null) return postNotFound(c);
      const reason = readReason(c.get("form"));
      if (reason.value === null) return hideCommentPage(c, { post, act }, reason, 422);
      await hideComment(db, {
        postId: post.id,
        commentId: c.req.param("comment"),
        isHidden: act === "hide",
        by: signedInOf(c).session.name,
        reason: reason.value,
        at: deps.now().toISOString(),
      });
      return c.redirect(`${withFlash(paths.post(post.id), HIDE[act].flash)}#comments`, 303);
    })
    .post("/:id/withdraw", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const version = versionOf(c);
      if (version === null) return answer(c, post, "refused", "withdrawn");
      const event = newOpsEvent(c, deps, "PostWithdrawn", {
        ...ownerFactsOf(post),
        postId: post.id,
        version,
      });
      return answer(c, post, await withdrawPost(db, { event }), "withdrawn");
    });
}

/** The version that the operator has seen. */
function versionOf(c: Context<OpsEnv>): number | null {
  return parseOrdinal(c.get("form").get("version") ?? "");
}

function actOf(c: Context<OpsEnv>): keyof typeof HIDE | null {
  const act = c.req.param("act");
  return act === "hide" || act === "show" ? act : null;
}

const postNotFound = (c: Context<OpsEnv>) =>
  errorPage(c, 404, "Post not found", "The account may have been erased, or the id is incomplete.");

import { isId } from "#contracts/ids.ts";
import { parseOrdinal } from "#contracts/ordinal.ts";
import { customerKeyOf, ownerFactsOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import { type ChangeOutcome, restorePost, withdrawPost } from "#db/ops/change-post.ts";
import { findContentCustomer } from "#db/ops/find-customers.ts";
import { findPost } from "#db/ops/find-posts.ts";
import { hideComment } from "#db/ops/hide-comment.ts";
import { stopPost } from "#db/ops/schedule-post.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { errorPage } from "../layout/error-page.tsx";
import { withFlash } from "../layout/flash-message.tsx";
import { NO_REASON, readReason } from "../layout/forms.tsx";
import { RoutesAbout } from "../layout/routes-about.ts";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";
import { actOf, HIDE, hideCommentPage, writeComment } from "./comments.tsx";
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
  const find = async (c: OpsContext) => {
    const { id = "", act = "hide" } = c.req.param();
    return isId("post", id) && Object.hasOwn(HIDE, act) ? findPost(db, id) : null;
  };

  function answer(c: OpsContext, post: PostRow, outcome: ChangeOutcome, done: FlashKey) {
    const flash = outcome === "done" ? done : outcome === "done_before" ? "nothing_to_do" : outcome;
    deps.log.info({ requestId: c.get("requestId"), postId: post.id, outcome: flash }, "ops_post");
    return c.redirect(withFlash(paths.post(post.id), flash), 303);
  }

  return new RoutesAbout(find, postNotFound)
    .get("/:id", async (c, post) => {
      const customer = await findContentCustomer(db, customerKeyOf(post));
      return postPage(c, deps, { post, customer });
    })
    .post("/:id/publish", async (c, post) => {
      const form = c.get("form");
      const outcome = await publish(c, deps, { post, version: versionOf(c), form });
      if ("outcome" in outcome) return answer(c, post, outcome.outcome, "published");
      const customer = await findContentCustomer(db, customerKeyOf(post));
      const refused = { urls: { form, ...outcome } };
      return postPage(c, deps, { post, customer, refused, status: 422 });
    })
    .post("/:id/schedule", async (c, post) => {
      const platforms = readScheduled(c.get("form"), post);
      const outcome = await schedule(c, deps, { post, version: versionOf(c), platforms });
      return answer(c, post, outcome, "scheduled_saved");
    })
    .post("/:id/stop", async (c, post) => {
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
    .get("/:id/withdraw", (c, post) =>
      signedInOf(c).mayAct && isChangeable(post)
        ? withdrawPage(c, post)
        : c.redirect(paths.post(post.id), 303),
    )
    .get("/:id/restore", (c, post) => {
      const from = undoableState(post);
      return from === null
        ? c.redirect(paths.post(post.id), 303)
        : restorePage(c, post, from, NO_REASON);
    })
    .post("/:id/restore", async (c, post) => {
      const from = undoableState(post);
      // The state that the form was made for.
      if (from === null || from !== c.get("form").get("from")) {
        return answer(c, post, "outdated", "restored");
      }
      const reason = readReason(c.get("form"));
      if (reason.value === null) return restorePage(c, post, from, reason);
      const by = signedInOf(c).session.name;
      const at = deps.now().toISOString();
      const input = { postId: post.id, from, by, reason: reason.value, at };
      return answer(c, post, await restorePost(db, input), "restored");
    })
    .post("/:id/comment", async (c, post) => {
      const comment = await writeComment(c, deps, post);
      if (comment === null) {
        return c.redirect(`${withFlash(paths.post(post.id), "commented")}#comments`, 303);
      }
      const customer = await findContentCustomer(db, customerKeyOf(post));
      return postPage(c, deps, { post, customer, refused: { comment }, status: 422 });
    })
    .confirm("/:id/comments/:comment/:act", hideCommentPage, async (c, post, reason) => {
      const act = actOf(c);
      await hideComment(db, {
        postId: post.id,
        commentId: c.req.param("comment") ?? "",
        isHidden: act === "hide",
        by: signedInOf(c).session.name,
        reason,
        at: deps.now().toISOString(),
      });
      return c.redirect(`${withFlash(paths.post(post.id), HIDE[act].flash)}#comments`, 303);
    })
    .post("/:id/withdraw", async (c, post) => {
      const version = versionOf(c);
      if (version === null) return answer(c, post, "refused", "withdrawn");
      const event = newOpsEvent(c, deps, "PostWithdrawn", {
        ...ownerFactsOf(post),
        postId: post.id,
        version,
      });
      return answer(c, post, await withdrawPost(db, { event }), "withdrawn");
    }).routes;
}

/** The version that the operator has seen. */
function versionOf(c: OpsContext): number | null {
  return parseOrdinal(c.get("form").get("version") ?? "");
}

const postNotFound = (c: OpsContext) =>
  errorPage(c, 404, "Post not found", "The account may have been erased, or the id is incomplete.");

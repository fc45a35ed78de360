import { type Context, Hono } from "hono";
import { MEDIA_NAME_MAX } from "#contracts/content/media.ts";
import type { PostContent } from "#contracts/content/posts.ts";
import { isId } from "#contracts/ids.ts";
import { withoutInvisible } from "#contracts/invisible.ts";
import { parseOrdinal } from "#contracts/ordinal.ts";
import { customerKeyOf, ownerFactsOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import { changePost, type ChangeOutcome, restorePost, withdrawPost } from "#db/ops/change-post.ts";
import { findContentCustomer } from "#db/ops/find-customers.ts";
import { findPost, listPostsOfCustomer } from "#db/ops/find-posts.ts";
import { hideComment } from "#db/ops/hide-comment.ts";
import { listMaterialOfCustomer } from "#db/ops/list-material-of-customer.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { NO_REASON, readReason } from "../layout/confirm-form.tsx";
import { errorPage } from "../layout/error-page.tsx";
import { withFlash } from "../layout/flash-message.tsx";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";
import { checkPost, mayGoOver } from "./allowance.tsx";
import { HIDE, hideCommentPage, writeComment } from "./comments.tsx";
import { contentOf } from "./post-view.tsx";
import {
  type FlashKey,
  isChangeable,
  postPage,
  type RefusedChange,
  restorePage,
  undoableState,
  WHY_REFUSED,
  withdrawPage,
} from "./post.tsx";
import { mayBeProposedTo, newProposal } from "./propose.ts";
import { publish } from "./publish.ts";
import { readMedia } from "./read-media.ts";
import { readPost } from "./read-post.ts";

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
    .post("/:id/change", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const version = versionOf(c);
      const input = readPost(c.get("form"), deps.now());
      const customer = await findContentCustomer(db, customerKeyOf(post));
      const refuse = (refused: Omit<RefusedChange, "input">, newest = post) =>
        postPage(c, deps, {
          post: newest,
          customer,
          refused: { change: { input, ...refused } },
          status: refused.why === null || refused.why === "over" ? 422 : 409,
        });
      if (version === null) return refuse({ version: post.version, why: "outdated" });
      if (input.value === null) return refuse({ version, why: null });
      if (customer === null || !mayBeProposedTo(customer)) {
        return refuse({ version, why: "no_subscription" });
      }
      const by = signedInOf(c).session.name;
      const event = newProposal(c, deps, customer, [{ postId: post.id, version: version + 1 }]);
      const content = { ...input.value, media: contentOf(post).media ?? [] };
      const [posts, files] = await Promise.all([
        listPostsOfCustomer(db, customerKeyOf(post)),
        listMaterialOfCustomer(db, customerKeyOf(post)),
      ]);
      const check = (change: PostContent) =>
        checkPost(customer, {
          posts,
          proposed: [{ ...change, id: post.id }],
          files,
          now: deps.now(),
        });
      const { error, ticks } = check(content);
      if (error !== "") {
        return postPage(c, deps, {
          post,
          customer,
          refused: { change: { input: { ...input, error }, version, why: null } },
          status: 422,
        });
      }
      const { ticks: before } = check(contentOf(post));
      const over = ticks.filter((text) => !before.includes(text));
      if (over.length > 0 && !mayGoOver(c.get("form"))) {
        return refuse({ version, why: "over", over });
      }
      const outcome = await changePost(db, { content, by, event });
      if (outcome !== "outdated" && outcome !== "refused") {
        return answer(c, post, outcome, "changed");
      }
      // The page shows the newest version beside what was typed, so the next press begins from it.
      const newest = (await find(post.id)) ?? post;
      return refuse({ version: newest.version, why: outcome }, newest);
    })
    .post("/:id/media", async (c) => {
      const post = await find(c.req.param("id"));
      if (post === null) return postNotFound(c);
      const version = versionOf(c);
      const key = customerKeyOf(post);
      const files = await listMaterialOfCustomer(db, key);
      const input = readMedia(c.get("form"), files);
      const customer = await findContentCustomer(db, key);
      if (version === null || input.value === null) {
        return postPage(c, deps, { post, customer, refused: { media: input }, status: 422 });
      }
      const refuse = (why: NonNullable<RefusedChange["why"]>, newest = post) =>
        postPage(c, deps, {
          post: newest,
          customer,
          refused: { media: { ...input, error: WHY_REFUSED[why] } },
          status: 409,
        });
      if (customer === null || !mayBeProposedTo(customer)) return refuse("no_subscription");
      const by = signedInOf(c).session.name;
      const event = newProposal(c, deps, customer, [{ postId: post.id, version: version + 1 }]);
      const content = { ...contentOf(post), media: input.value };
      const { error } = checkPost(customer, {
        posts: [],
        proposed: [{ ...content, id: post.id }],
        files,
        now: deps.now(),
      });
      if (error !== "") {
        const refused = { media: { ...input, error } };
        return postPage(c, deps, { post, customer, refused, status: 422 });
      }
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
              name: withoutInvisible(c.get("fileName") ?? "")
                .replaceAll(/[\p{Cc}\p{Cs}]/gu, "")
                .slice(-MEDIA_NAME_MAX),
              bytes: Buffer.from(file),
              by: signedInOf(c).session.name,
            });
      if (error === null)
        return c.redirect(`${withFlash(paths.post(post.id), "file_added")}#media`, 303);
      const customer = await findContentCustomer(db, customerKeyOf(post));
      return postPage(c, deps, { post, customer, refused: { file: error }, status: 422 });
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

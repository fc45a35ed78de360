import {
  AddApproverRequest,
  ApproverId,
  type BriefResponse,
  SaveBriefRequest,
  SubmitBriefRequest,
} from "#contracts/api/content/brief.ts";
import {
  ANSWER_KEYS,
  ANSWER_LENGTHS,
  type BriefAnswers,
  missingAnswers,
  NO_ANSWERS,
} from "#contracts/content/brief-answers.ts";
import { AppError } from "#contracts/errors.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { withoutInvisible } from "#contracts/invisible.ts";
import { BRIEF_MESSAGES } from "#contracts/messages/brief.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { addApprover, removeApprover } from "#db/content/change-approvers.ts";
import { saveBrief, submitBrief } from "#db/content/change-brief.ts";
import { findBrief, type FoundBrief } from "#db/content/find-brief.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn, requireUserAt } from "../http/current-user.ts";
import { newRoutes } from "../http/env.ts";
import { notFoundError } from "../http/errors.ts";
import { bodyMaxBytes, validateJson } from "../http/json-body.ts";
import { publishEvents, userActor } from "../http/publish-events.ts";
import { rateLimit } from "../http/rate-limit.ts";

const BRIEF_MAX_BYTES = bodyMaxBytes(
  Object.values(ANSWER_LENGTHS).reduce((sum, length) => sum + length, 0),
);
const BODY_MAX_BYTES = 4 * 1_024;

/** `/functions/v1/brief`: what the user tells us of the business, and who may approve. */
export function briefRoutes(deps: EdgeDeps) {
  const { db, apiLimiter: limiter } = deps;
  return newRoutes()
    .get("/", rateLimit(limiter), async (c) => {
      const user = await requireUserAt(c, deps);
      return c.json(toResponse(await getBrief(deps, user)));
    })
    .put("/", ...validateJson(limiter, BRIEF_MAX_BYTES, SaveBriefRequest), async (c) => {
      const user = await requireUserAt(c, deps);
      const save = c.req.valid("json");
      const isSaved = await saveBrief(db, {
        ...save,
        user,
        newBusinessId: deps.makeId("business"),
      });
      const brief = await getBrief(deps, user);
      if (isSaved) return c.json(toResponse(brief));
      requireCanChange(brief);
      throw changedError();
    })
    .post("/submit", ...validateJson(limiter, BODY_MAX_BYTES, SubmitBriefRequest), async (c) => {
      const user = await requireUserAt(c, deps);
      const { version, revision } = c.req.valid("json");
      const found = await getBrief(deps, user);
      const isOf = ({ newest }: FoundBrief) =>
        newest?.version === version && newest.revision === revision;
      const { newest } = found;
      if (newest === null || !isOf(found)) {
        requireCanChange(found);
        throw changedError();
      }
      if (newest.submittedAt !== null) return c.json(toResponse(found));
      requireCanChange(found);
      const missing = missingAnswers(newest.answers);
      if (missing.length > 0) {
        throw new AppError("brief_incomplete", BRIEF_MESSAGES.incomplete, {
          details: missing.join(" "),
        });
      }
      const event = newEvent(c.var.events, "BriefSubmitted", userActor(user.userId), {
        businessId: newest.businessId,
        userId: user.userId,
        version,
      });
      if (await submitBrief(db, { user, revision, event })) publishEvents(c, [event]);
      const brief = await getBrief(deps, user);
      // Another tab submits the same, or saves something else, in between.
      if (!isOf(brief) || brief.newest?.submittedAt === null) throw changedError();
      return c.json(toResponse(brief));
    })
    .post("/approvers", ...validateJson(limiter, BODY_MAX_BYTES, AddApproverRequest), async (c) => {
      const user = await requireUserAt(c, deps);
      const event = newEvent(c.var.events, "ApproverAdded", userActor(user.userId), {
        approverId: deps.makeId("approver"),
        userId: user.userId,
      });
      const outcome = await addApprover(db, {
        user,
        newBusinessId: deps.makeId("business"),
        approver: c.req.valid("json"),
        event,
      });
      const brief = await getBrief(deps, user);
      if (outcome === "refused") throw noSubscriptionError();
      if (outcome === "full") throw new AppError("approvers_full", BRIEF_MESSAGES.approversFull);
      if (outcome === "added") publishEvents(c, [event]);
      return c.json(toResponse(brief));
    })
    .delete("/approvers/:id", rateLimit(limiter), async (c) => {
      const user = await requireUserAt(c, deps);
      const approverId = ApproverId.safeParse(c.req.param("id"));
      if (!approverId.success) {
        await getBrief(deps, user);
        throw notFoundError();
      }
      const event = newEvent(c.var.events, "ApproverRemoved", userActor(user.userId), {
        approverId: approverId.data,
        userId: user.userId,
      });
      if (await removeApprover(db, { user, event })) publishEvents(c, [event]);
      return c.json(toResponse(await getBrief(deps, user)));
    });
}

/** @throws {AppError} `unauthenticated` when the session has ended */
async function getBrief({ db }: EdgeDeps, user: CurrentUserAt): Promise<FoundBrief> {
  return requireSignedIn(await findBrief(db, user));
}

function requireCanChange({ canChange }: FoundBrief): void {
  if (!canChange) throw noSubscriptionError();
}

const noSubscriptionError = () => new AppError("no_subscription", BRIEF_MESSAGES.noSubscription);
/** An error holds no personal data, so the page reads the newer answers itself. */
const changedError = () => new AppError("brief_changed", BRIEF_MESSAGES.changed);

function toResponse(found: FoundBrief): BriefResponse {
  const { newest, trial, submittedAt, approvers, canChange } = found;
  const answers = newest?.answers ?? (trial === null ? NO_ANSWERS : answersOfTrial(trial));
  const state =
    newest === null
      ? { version: 1, revision: 0 }
      : newest.submittedAt === null
        ? { version: newest.version, revision: newest.revision }
        : { version: newest.version + 1, revision: 0 };
  return { ...state, answers, submittedAt, approvers, canChange };
}

/** A brief as the form of the trial would have begun it. Handles on platforms are not in it, so it is never complete. */
function answersOfTrial(form: NonNullable<FoundBrief["trial"]>): BriefAnswers {
  const { company = "", website = "", business_type: type = "", goals = "" } = form;
  const { preferred_platform: platform = "" } = form;
  const about = [type, goals, platform === "" ? "" : `We’d like to begin with ${platform}.`];
  const known: BriefAnswers = {
    ...NO_ANSWERS,
    businessName: withoutInvisible(company),
    about: about.filter((part) => part !== "").join("\n\n"),
    links: website,
  };
  return Object.fromEntries(
    ANSWER_KEYS.map((key) => [key, known[key].slice(0, ANSWER_LENGTHS[key])]),
  ) as BriefAnswers;
}

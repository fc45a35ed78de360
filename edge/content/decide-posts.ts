import type {
  DecisionOutcome,
  DecisionOutcomes,
  DecisionsRequest,
} from "#contracts/api/content/calendar.ts";
import { AppError } from "#contracts/errors.ts";
import type { EventType } from "#contracts/events/catalogue.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { DecidedPostFacts } from "#contracts/events/posts.ts";
import { CALENDAR_REFUSALS } from "#contracts/messages/calendar.ts";
import {
  type Decider,
  decidePosts as saveDecisions,
  requestStop,
} from "#db/content/change-decisions.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn } from "../http/current-user.ts";
import type { AppContext } from "../http/env.ts";
import { notFoundError } from "../http/errors.ts";
import { publishEvents } from "../http/publish-events.ts";

type DecidePosts = {
  decider: Decider;
  actor: Actor;
  facts: Pick<DecidedPostFacts, "userId" | "enquiryId" | "approverId" | "via">;
  body: DecisionsRequest;
};

type TakeBack = Extract<DecisionsRequest, { decision: "approval_taken_back" }>;

/** A post that a platform's scheduler has is stopped by an operator first. */
async function stop(
  c: AppContext,
  { db }: EdgeDeps,
  { decider, actor, facts, body }: Omit<DecidePosts, "body"> & { body: TakeBack },
): Promise<DecisionOutcome> {
  const [seen] = body.posts;
  const { approverId: _, ...owner } = facts;
  const requested = await requestStop(db, {
    decider,
    seen,
    words: body.words,
    toEvent: (goesLiveAt) => {
      const { postId, version } = seen;
      const data = { ...owner, postId, version, goesLiveAt };
      return newEvent(c.var.events, "PostStopRequested", actor, data);
    },
  });
  if (requested === null) return "other_decision";
  if (requested.isNew) publishEvents(c, [requested.event]);
  return "stop_requested";
}

/**
 * Each post is decided by itself.
 *
 * @throws {AppError} `post_changed`, `post_decided` or `not_found` when no decision of the request stands
 */
export async function decidePosts(
  c: AppContext,
  deps: EdgeDeps,
  input: DecidePosts,
): Promise<DecisionOutcomes> {
  const { decider, actor, facts, body } = input;
  const { decision } = body;
  const events = body.posts.map((seen) =>
    newEvent(c.var.events, EVENT_TYPES[decision], actor, { ...facts, ...seen }),
  );
  const decided = requireSignedIn(
    await saveDecisions(deps.db, {
      decider,
      events,
      words: "words" in body ? body.words : null,
      takesBack: decision === "approval_taken_back",
    }),
  );
  publishEvents(
    c,
    events.filter((_, index) => decided[index] === "decided"),
  );
  if (body.decision === "approval_taken_back" && decided[0] === "other_decision") {
    decided[0] = await stop(c, deps, { ...input, body });
  }
  const outcomes = body.posts.map(({ postId }, index) => ({
    postId,
    outcome: decided[index] ?? "not_found",
  }));
  const refused = outcomes.map(({ outcome }) => errorOf(outcome, decision));
  const [first] = refused;
  if (first !== undefined && first !== null && !refused.includes(null)) throw first;
  return outcomes;
}

const EVENT_TYPES = {
  approved: "PostApproved",
  changes_requested: "PostChangesRequested",
  approval_taken_back: "PostChangesRequested",
  approval_undone: "PostApprovalUndone",
} as const satisfies Record<DecisionsRequest["decision"], EventType>;

const OTHER_DECISION: Readonly<Record<DecisionsRequest["decision"], string>> = {
  approved: CALENDAR_REFUSALS.decidedChanges,
  changes_requested: CALENDAR_REFUSALS.decided,
  approval_taken_back: CALENDAR_REFUSALS.notTakenBack,
  approval_undone: CALENDAR_REFUSALS.notTakenBack,
};

function errorOf(
  outcome: DecisionOutcome,
  decision: DecisionsRequest["decision"],
): AppError | null {
  switch (outcome) {
    case "decided":
    case "decided_before":
    case "stop_requested":
      return null;
    // An error holds no personal data, so the page reads the newer text itself.
    case "changed":
      return new AppError("post_changed", CALENDAR_REFUSALS.changed);
    case "other_decision":
      return new AppError("post_decided", OTHER_DECISION[decision]);
    case "not_found":
      return notFoundError();
  }
}

import type { PostDecision } from "#contracts/content/posts.ts";
import type { DecisionClients } from "../clients/decision-clients.ts";
import type { Attempt } from "../clients/http-client.ts";
import { countBy, expectOne, type Records, type Violation, violation } from "./state.ts";

interface DecisionResults extends Pick<DecisionClients, "actions" | "untouched"> {
  readonly records: Pick<Records, "decisions" | "events" | "effects">;
}

const OTHER: Readonly<Record<PostDecision, PostDecision>> = {
  approved: "changes_requested",
  changes_requested: "approved",
};
const DECIDED: ReadonlySet<string> = new Set(["PostApproved", "PostChangesRequested"]);

export function checkDecisions({ actions, untouched, records }: DecisionResults): Violation[] {
  const stored = new Map(records.decisions.map((row) => [row.postId, row]));
  const events = countBy(records.events, ({ type, postId }) =>
    postId === null ? "" : `${DECIDED.has(type) ? "decision" : type} ${postId}`,
  );
  const receipts = new Set(
    records.effects
      .filter(({ effect, externalId }) => effect === "send-decision-receipt" && externalId !== null)
      .map(({ eventId }) => eventId),
  );
  return [
    ...[...Map.groupBy(actions, ({ postId }) => postId)].flatMap(([about, own]): Violation[] => {
      const {
        decision = null,
        announcedEventId = null,
        publications = 0,
      } = stored.get(about) ?? {};
      if (decision === null) return expectOne(about, 0, "decision");
      return [
        ...expectOne(about, events.get(`decision ${about}`) ?? 0, "event of a decision"),
        ...(receipts.has(announcedEventId ?? "") ? [] : expectOne(about, 0, "receipt")),
        ...namedDecisions(own)
          .filter((named) => named !== decision)
          .map((named) =>
            violation("wrong", about, `was answered ${named}, and ${decision} is stored`),
          ),
        ...(decision === "approved"
          ? [
              ...expectOne(about, publications, "publication"),
              ...expectOne(about, events.get(`PostPublished ${about}`) ?? 0, "PostPublished"),
            ]
          : []),
      ];
    }),
    ...records.decisions
      .filter(({ decision, publications }) => publications > 0 && decision !== "approved")
      .map(({ postId }) => violation("wrong", postId, "was published without its approval")),
    ...untouched
      .filter((postId) => (stored.get(postId)?.decision ?? null) !== null)
      .map((postId) => violation("wrong", postId, "was decided, although nobody pressed a button")),
  ];
}

/** A response counts even when its client never received it. */
function namedDecisions(actions: DecisionResults["actions"]): PostDecision[] {
  return actions.flatMap(({ decision, attempts }) =>
    attempts.flatMap((attempt) => {
      if (isDecided(attempt)) return decision;
      return isConflict(attempt) ? OTHER[decision] : [];
    }),
  );
}

export function isDecided(attempt: Attempt): boolean {
  return attempt.outcome === "response" && attempt.status === 200;
}

function isConflict(attempt: Attempt): boolean {
  return attempt.outcome === "response" && attempt.code === "post_decided";
}

import { createContext, type RefObject, use, useEffect, useRef, useState } from "react";
import type {
  CalendarPost,
  DecisionOutcomes,
  DecisionsRequest,
} from "#contracts/api/content/calendar.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import { DECIDABLE_AFTER_MS } from "#contracts/content/posts.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { hasCode } from "../../../lib/call-error.ts";
import { type Outcome, success, useAction } from "../../../lib/use-action.ts";
import { apiErrors } from "../../session/api-errors.ts";

const ERRORS = apiErrors(CALENDAR_MESSAGES.decideFailed);

/** `running` of a decision about several posts. */
export const ALL = "all";

type Decisions = {
  /** Asks for the given changes; null approves. */
  decide: (post: CalendarPost, words: string | null) => void;
  /** Makes an approved post wait again. */
  undo: (post: CalendarPost) => void;
  approveAll: (posts: readonly CalendarPost[]) => void;
  /** Id of the post about which a decision is on its way, {@link ALL}, or another word while buttons wait. */
  running: string | null;
  outcome: Outcome | null;
  /** The words of a decision that failed. The form that held them may be gone. */
  unsent: string | null;
  /** Id of the post whose form for changes is open. */
  asking: string | null;
  ask: (postId: string | null) => void;
  /** The last post that was decided about, or {@link ALL}. */
  acted: string | null;
  /** The element that shows the outcome. It takes the focus when the pressed button is gone. */
  result: RefObject<HTMLParagraphElement | null>;
};

export const DecisionsContext = createContext<Decisions | null>(null);

/** The decisions about the posts of the page around a component. */
export function useDecisions(): Decisions {
  const decisions = use(DecisionsContext);
  if (decisions === null) throw new Error("Bug: this is outside of a page with decisions");
  return decisions;
}

/**
 * @param send sends the decisions and shows the posts of the response
 * @param refresh shows the posts as they are now
 */
export function useDecisionsBy(
  send: (body: DecisionsRequest) => Promise<DecisionOutcomes>,
  refresh: () => Promise<unknown>,
): Decisions {
  const action = useAction();
  const [acted, setActed] = useState<string | null>(null);
  const [asking, ask] = useState<string | null>(null);
  const [words, setWords] = useState<string | null>(null);
  const result = useRef<HTMLParagraphElement>(null);

  async function run(
    name: string,
    body: DecisionsRequest,
    say: (outcomes: DecisionOutcomes) => string,
  ): Promise<void> {
    setActed(name);
    setWords("words" in body ? body.words : null);
    await action.runAs(name, ERRORS, async () => {
      try {
        const said = say(await send(body));
        ask(null);
        return success(said);
      } catch (failed) {
        if (["post_changed", "post_decided", "not_found"].some((code) => hasCode(failed, code))) {
          await refresh();
        }
        throw failed;
      }
    });
    if (result.current?.textContent !== "") result.current?.focus();
  }

  function decide(post: CalendarPost, words: string | null): void {
    const label = plannedLabel(post);
    const posts: [ReturnType<typeof seenOf>] = [seenOf(post)];
    if (words === null) {
      void run(post.id, { decision: "approved", posts }, () => CALENDAR_MESSAGES.approved(label));
      return;
    }
    const decision = post.state === "approved" ? "approval_taken_back" : "changes_requested";
    void run(post.id, { decision, posts, words }, ([answer]) =>
      answer?.outcome === "stop_requested"
        ? CALENDAR_MESSAGES.stopping
        : CALENDAR_MESSAGES.asked(label),
    );
  }

  function undo(post: CalendarPost): void {
    void run(post.id, { decision: "approval_undone", posts: [seenOf(post)] }, () =>
      CALENDAR_MESSAGES.undone(plannedLabel(post)),
    );
  }

  function approveAll(posts: readonly CalendarPost[]): void {
    void run(ALL, { decision: "approved", posts: posts.map(seenOf) }, outcomeMessage);
  }

  const { outcome } = action;
  // Buttons that are drawn first or anew may come under a pointer that is pressing.
  const [settled, settle] = useState<Outcome | null>();
  useEffect(() => {
    const timer = setTimeout(settle, DECIDABLE_AFTER_MS, outcome);
    return () => clearTimeout(timer);
  }, [outcome]);
  const running = action.running ?? (settled === outcome ? null : "settling");
  const unsent = outcome?.tone === "error" ? words : null;
  return { decide, undo, approveAll, asking, ask, running, outcome, unsent, acted, result };
}

const seenOf = ({ id, version, contentHash }: CalendarPost) => ({
  postId: id,
  version,
  contentHash,
});

function outcomeMessage(outcomes: DecisionOutcomes): string {
  const done = outcomes.filter(({ outcome }) => outcome.startsWith("decided")).length;
  const others = outcomes.length - done;
  const said = CALENDAR_MESSAGES.approvedAll(done);
  return others === 0 ? said : `${said} ${CALENDAR_MESSAGES.notApproved(others)}`;
}

import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { Button } from "../../../ui/button.tsx";
import { useDecisions } from "../hooks/use-decisions.ts";
import { Thumb } from "./thumb.tsx";

type DecisionResultProps = {
  posts: readonly CalendarPost[];
  canUndo: boolean;
};

/**
 * What takes the focus is read by that, so that it is no live region besides.
 *
 * @param posts those whose cards show their own errors
 */
export function DecisionResult({ posts, canUndo }: DecisionResultProps) {
  const { outcome, unsent, acted, result, running, undo } = useDecisions();
  const text = outcome?.text ?? "";
  const isError = outcome?.tone === "error";
  const post = posts.find(({ id }) => id === acted);
  const settled = !isError && text !== "" && post?.state === "approved" ? post : null;
  return (
    <div key={settled?.id} className={settled === null ? undefined : "settling"}>
      {settled !== null && <Thumb post={settled} size="row" />}
      <p
        ref={result}
        tabIndex={-1}
        className={settled === null ? "outcome" : undefined}
        data-tone={outcome?.tone}
      >
        {!(isError && post !== undefined) &&
          (unsent === null ? text : CALENDAR_MESSAGES.unsent(text, unsent))}
      </p>
      {settled !== null && canUndo && (
        <Button variant="quiet" disabled={running !== null} onClick={() => undo(settled)}>
          Undo<span className="sr-only">: {plannedLabel(settled)}</span>
        </Button>
      )}
    </div>
  );
}

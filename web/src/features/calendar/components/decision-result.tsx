import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import type { Decisions } from "../hooks/use-decisions.ts";

/** @param isShownAtPost the post's card says it */
export function DecisionResult({
  decisions: { outcome, unsent, result },
  isShownAtPost,
}: {
  decisions: Decisions;
  isShownAtPost: boolean;
}) {
  const text = outcome?.text ?? "";
  return (
    <p
      ref={result}
      tabIndex={-1}
      role={outcome?.tone === "error" ? "alert" : "status"}
      className="calendar-result"
      data-tone={outcome?.tone}
    >
      {!isShownAtPost && (unsent === null ? text : CALENDAR_MESSAGES.unsent(text, unsent))}
    </p>
  );
}

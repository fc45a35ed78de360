import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import type { Decisions } from "../hooks/use-decisions.ts";

/** @param posts those whose cards show their own errors */
export function DecisionResult({
  posts,
  decisions: { outcome, unsent, acted, result },
}: {
  posts: readonly CalendarPost[];
  decisions: Decisions;
}) {
  const text = outcome?.text ?? "";
  const isShownAtPost = outcome?.tone === "error" && posts.some(({ id }) => id === acted);
  return (
    <p
      ref={result}
      tabIndex={-1}
      role={outcome?.tone === "error" ? "alert" : "status"}
      className="outcome"
      data-tone={outcome?.tone}
    >
      {!isShownAtPost && (unsent === null ? text : CALENDAR_MESSAGES.unsent(text, unsent))}
    </p>
  );
}

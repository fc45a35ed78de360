import type { Decisions } from "../hooks/use-decisions.ts";

/** @param isShownAtPost the post's card says it */
export function DecisionResult({
  decisions: { outcome, result },
  isShownAtPost,
}: {
  decisions: Decisions;
  isShownAtPost: boolean;
}) {
  return (
    <p
      ref={result}
      tabIndex={-1}
      role={outcome?.tone === "error" ? "alert" : "status"}
      className="calendar-result"
      data-tone={outcome?.tone}
    >
      {isShownAtPost ? "" : outcome?.text}
    </p>
  );
}

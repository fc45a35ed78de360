import type { KeyboardEvent } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import { Button } from "../../../ui/button.tsx";
import { useDecisions } from "../hooks/use-decisions.ts";

export function DecisionButtons({ post }: { post: CalendarPost }) {
  const { running, decide, ask } = useDecisions();
  const disabled = running !== null;
  const subject = <span className="sr-only">: {plannedLabel(post)}</span>;

  /** Keys count while the focus is on a button of the card, so that no key of a screen reader decides by mistake. */
  function press(event: KeyboardEvent): void {
    const isKey = event.isTrusted && !(event.ctrlKey || event.metaKey || event.altKey);
    if (!isKey || disabled) return;
    const key = event.key.toLowerCase();
    if (key !== "a" && key !== "c") return;
    event.preventDefault();
    if (key === "a") decide(post, null);
    else ask(post.id);
  }

  return (
    <div className="decision-buttons flex flex-wrap gap-2 *:max-w-60 *:flex-auto *:max-md:flex-1 *:max-md:px-4 *:md:max-[79rem]:px-2.5 md:mt-4 min-[79rem]:gap-3 @max-[15rem]:gap-[8px] @max-[15rem]:*:min-h-[44px] @max-[15rem]:*:p-[4px]">
      <Button
        disabled={disabled}
        aria-keyshortcuts="A"
        onKeyDown={press}
        onClick={({ isTrusted }) => isTrusted && decide(post, null)}
      >
        {running === post.id ? "Approving..." : "Approve"}
        {subject}
      </Button>
      <Button
        variant="secondary"
        disabled={disabled}
        aria-keyshortcuts="C"
        onKeyDown={press}
        onClick={() => ask(post.id)}
      >
        Ask for changes{subject}
      </Button>
    </div>
  );
}

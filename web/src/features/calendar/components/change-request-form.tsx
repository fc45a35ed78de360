import { useEffect, useRef, useState } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { CHANGE_WORDS_MAX } from "#contracts/content/posts.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { readText } from "../../../lib/json.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { useDecisions } from "../hooks/use-decisions.ts";
import { unsentChanges } from "../unsent-words.ts";

export function ChangeRequestForm({ post }: { post: CalendarPost }) {
  const { running, decide, ask } = useDecisions();
  const [isMissing, setIsMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The pressed button is gone, and the focus with it.
  useEffect(() => {
    form.current?.querySelector("textarea")?.focus();
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);

  function submit(pressed: HTMLFormElement): void {
    const words = readText(new FormData(pressed), "words").trim();
    setIsMissing(words === "");
    if (words === "") {
      pressed.querySelector("textarea")?.focus();
      return;
    }
    unsentChanges.delete(post.id);
    decide(post, words);
  }

  return (
    <form
      ref={form}
      noValidate
      onInput={({ currentTarget }) => {
        setIsMissing(false);
        unsentChanges.set(post.id, readText(new FormData(currentTarget), "words"));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (event.isTrusted) submit(event.currentTarget);
      }}
    >
      <TextArea
        label="What should we change?"
        name="words"
        required
        maxLength={CHANGE_WORDS_MAX}
        rows={4}
        defaultValue={unsentChanges.get(post.id)}
        error={isMissing ? CALENDAR_MESSAGES.wordsNeeded : undefined}
      />
      <div className="button-row">
        <Button type="submit" disabled={running !== null}>
          {running === post.id ? "Sending..." : "Send"}
        </Button>
        <Button variant="quiet" disabled={running !== null} onClick={() => ask(null)}>
          Back
        </Button>
      </div>
    </form>
  );
}

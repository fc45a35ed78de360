import { BRIEF_MESSAGES } from "#contracts/messages/brief.ts";
import type { SaveState } from "../brief-draft.ts";

const TEXTS: Readonly<Record<Exclude<SaveState, "refused">, string>> = {
  untouched: "",
  saving: BRIEF_MESSAGES.saving,
  saved: BRIEF_MESSAGES.saved,
  retrying: BRIEF_MESSAGES.retrying,
};

/** Says what changes: "Saving..." after each pause in typing would talk over the user. */
export function SaveNote({ save, refusal }: { save: SaveState; refusal: string | null }) {
  const text = save === "refused" ? (refusal ?? "") : TEXTS[save];
  return (
    <div className="brief-note" data-save={save}>
      <p aria-hidden="true">{text}</p>
      <output className="sr-only">{save === "saving" ? "" : text}</output>
    </div>
  );
}

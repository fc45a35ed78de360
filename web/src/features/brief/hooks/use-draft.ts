import { useEffect, useState, useSyncExternalStore } from "react";
import type { BriefResponse } from "#contracts/api/content/brief.ts";
import { openDraft } from "../brief-draft.ts";

/** The draft of the page, and its state: the draft outlives a render, as its requests do. */
export function useDraft(
  userId: string,
  loaded: BriefResponse,
  onBrief: (brief: BriefResponse) => void,
) {
  const [draft] = useState(() => openDraft(userId, loaded, onBrief));
  useEffect(() => draft.start(), [draft]);
  useEffect(() => draft.receive(loaded), [draft, loaded]);
  return [useSyncExternalStore(draft.subscribe, draft.read), draft] as const;
}

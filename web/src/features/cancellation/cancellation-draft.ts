import { CANCEL_REASONS, type CancelReason } from "#contracts/billing/retention-offer.ts";
import { type Store, storedEntry } from "../../lib/browser-storage.ts";
import { fieldsOf, textOf } from "../../lib/json.ts";

export type CancellationDraft = {
  readonly reason: CancelReason | null;
  readonly feedback: string;
};

export const EMPTY_DRAFT: CancellationDraft = { reason: null, feedback: "" };

const entry = storedEntry("parting", (value) => {
  const { userId, reason, feedback } = fieldsOf(value);
  return {
    userId: textOf(userId),
    reason: CANCEL_REASONS.find((known) => known === reason) ?? null,
    feedback: textOf(feedback) ?? "",
  };
});

/** Saves the answers in storage, because others could read them in an address. */
export function saveCancellationDraft(
  storage: Store,
  userId: string,
  draft: CancellationDraft,
): void {
  entry.write(storage, { userId, ...draft });
}

export function getCancellationDraft(storage: Store, userId: string): CancellationDraft {
  const saved = entry.read(storage);
  if (saved?.userId !== userId) return EMPTY_DRAFT;
  return { reason: saved.reason, feedback: saved.feedback };
}

export const clearCancellationDraft = entry.remove;

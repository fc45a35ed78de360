import { CANCEL_REASONS, type CancelReason } from "#contracts/billing/retention-offer.ts";

/** What somebody says who is about to leave. All of it may be left out. */
export type CancellationDraft = {
  readonly reason: CancelReason | null;
  readonly feedback: string;
};

export const EMPTY_DRAFT: CancellationDraft = { reason: null, feedback: "" };

const KEY = "parting";

/** Null when the browser forbids storage. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

/** Keeps what somebody says in their tab, from one page to the next: an address would show it to everybody. */
export function saveCancellationDraft(
  storage: Store,
  userId: string,
  draft: CancellationDraft,
): void {
  storage?.setItem(KEY, JSON.stringify({ userId, ...draft }));
}

/** What somebody has said in this tab; nothing of anybody who was signed in here before. */
export function getCancellationDraft(storage: Store, userId: string): CancellationDraft {
  const kept = parse(storage?.getItem(KEY) ?? null);
  if (kept === null || kept["userId"] !== userId) return EMPTY_DRAFT;
  const { reason, feedback } = kept;
  return {
    reason: CANCEL_REASONS.find((known) => known === reason) ?? null,
    feedback: typeof feedback === "string" ? feedback : "",
  };
}

/** Forgets it, once it is told or they stay. */
export function clearCancellationDraft(storage: Store): void {
  storage?.removeItem(KEY);
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

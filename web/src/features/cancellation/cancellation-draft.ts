import { CANCEL_REASONS, type CancelReason } from "#contracts/billing/retention-offer.ts";

export type CancellationDraft = {
  readonly reason: CancelReason | null;
  readonly feedback: string;
};

export const EMPTY_DRAFT: CancellationDraft = { reason: null, feedback: "" };

const KEY = "parting";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

/** In storage, because others could read the answers in an address. */
export function saveCancellationDraft(
  storage: Store,
  userId: string,
  draft: CancellationDraft,
): void {
  storage?.setItem(KEY, JSON.stringify({ userId, ...draft }));
}

export function getCancellationDraft(storage: Store, userId: string): CancellationDraft {
  const kept = parse(storage?.getItem(KEY) ?? null);
  if (kept === null || kept["userId"] !== userId) return EMPTY_DRAFT;
  const { reason, feedback } = kept;
  return {
    reason: CANCEL_REASONS.find((known) => known === reason) ?? null,
    feedback: typeof feedback === "string" ? feedback : "",
  };
}

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

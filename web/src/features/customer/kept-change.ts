import type { ChangePreview } from "#contracts/api/plan-change.ts";

const KEY = "planChange";

/** A change that was confirmed in this tab: what the page after it looks for. */
export type KeptChange = {
  readonly subscriptionId: string;
  readonly direction: ChangePreview["direction"];
  /** What the subscription is made of once it is made. */
  readonly to: readonly string[];
  /** Whether it was made, so that nothing but our own delay can hide it. */
  readonly isMade: boolean;
  /** Pence that were asked for it. */
  readonly paidPence: number;
};

/** Null when the browser forbids storage. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

export function keepChange(storage: Store, change: KeptChange): void {
  storage?.setItem(KEY, JSON.stringify(change));
}

/** The change that was confirmed last in this tab, or null. */
export function readKeptChange(storage: Store): KeptChange | null {
  const kept = storage?.getItem(KEY) ?? null;
  return kept === null ? null : (JSON.parse(kept) as KeptChange);
}

export function forgetChange(storage: Store): void {
  storage?.removeItem(KEY);
}

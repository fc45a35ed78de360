import { useSearch } from "wouter";

export const VIEWS = { month: "Month", week: "Week", list: "List" } as const;
export type View = keyof typeof VIEWS;

export type Shown = {
  readonly view: View;
  /** London date of which the month or week is shown; null for where the next post is. */
  readonly on: string | null;
};

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

export function readShown(search: string): Shown {
  const given = new URLSearchParams(search);
  const view = given.get("view") ?? "";
  const on = given.get("on") ?? "";
  return {
    view: view in VIEWS ? (view as View) : "month",
    on: DAY.test(on) ? on : null,
  };
}

export function addressOf({ view, on }: Shown): string {
  return `?${new URLSearchParams({ view, ...(on !== null && { on }) })}`;
}

export function useShown(): Shown {
  return readShown(useSearch());
}

/** Keeps focus and place, as a navigation would not. Wouter hears of it. */
export function show(shown: Shown): void {
  window.history.pushState(null, "", addressOf(shown) + window.location.hash);
}

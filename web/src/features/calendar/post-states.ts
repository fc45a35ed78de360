import type { CalendarPost } from "#contracts/api/content/calendar.ts";

type StateLook = Readonly<Record<"word" | "text" | "edge" | "mark", string>>;

/** A colour and a mark of its own for each: the mark is in 8 units, filled, and tells it where a colour does not. */
export const POST_STATES = {
  waiting: {
    word: "For you",
    text: "text-waiting",
    edge: "border-waiting",
    mark: "M4 0a4 4 0 1 1 0 8 4 4 0 0 1 0-8m0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
  },
  approved: {
    word: "Approved",
    text: "text-approved",
    edge: "border-approved",
    mark: "m1.2 3.6 2 2L7 1l1 1.2L3.3 7.6 0 4.8z",
  },
  changes_requested: {
    word: "Changing",
    text: "text-changes",
    edge: "border-changes",
    mark: "M4 0l4 8H0z",
  },
  published: {
    word: "Live",
    text: "text-live",
    edge: "border-live",
    mark: "M4 0a4 4 0 1 1 0 8 4 4 0 0 1 0-8",
  },
} as const satisfies Record<CalendarPost["state"], StateLook>;

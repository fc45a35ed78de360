import type { CalendarPost } from "#contracts/api/content/calendar.ts";

type StateLook = { readonly word: string; readonly text: string; readonly edge: string };

/** A colour of its own for each, never without its word. */
export const POST_STATES = {
  waiting: { word: "For you", text: "text-waiting", edge: "border-waiting" },
  approved: { word: "Approved", text: "text-approved", edge: "border-approved" },
  changes_requested: { word: "Changing", text: "text-changes", edge: "border-changes" },
  published: { word: "Live", text: "text-live", edge: "border-live" },
} as const satisfies Record<CalendarPost["state"], StateLook>;

import type { CalendarPost } from "#contracts/api/content/calendar.ts";

/** @returns for example `Sam approved it by email`; null for a post that waits */
export function decidedByLine({ decidedBy, words }: CalendarPost): string | null {
  if (decidedBy === null) return null;
  const way = decidedBy.via === "link" ? " from an email" : "";
  const did = words === null ? "approved this" : "asked for changes";
  return `${whoOf(decidedBy)} ${did}${way}.`;
}

function whoOf({ isYou, name }: NonNullable<CalendarPost["decidedBy"]>): string {
  return isYou ? "You" : (name ?? "The account owner");
}

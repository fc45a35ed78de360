import { dayLabel } from "#contracts/content/planned-label.ts";
import type { Month } from "./month.ts";

export function openingLabel({
  plannedOn,
  place,
}: Pick<Month["posts"][number], "plannedOn" | "place">): string {
  return `Open the post of ${dayLabel(plannedOn)}, ${place}`;
}

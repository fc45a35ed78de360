import { dayLabel } from "#contracts/content/planned-label.ts";
import type { Month } from "#contracts/sample-month/month.ts";

export function openingLabel({
  plannedOn,
  place,
}: Pick<Month["posts"][number], "plannedOn" | "place">): string {
  const [format, platform = format] = place.split(" · ");
  return `Open the ${platform === format ? "post" : "reel"} for ${dayLabel(plannedOn)} on ${platform}`;
}

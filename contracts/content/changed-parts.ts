import { placeLabel } from "./place-label.ts";
import { plannedLabel } from "./planned-label.ts";
import type { PostContent } from "./posts.ts";

type Version = Omit<PostContent, "media" | "texts">;

/** In the order in which a change is told. */
const PARTS = [
  ["Text", ({ text }: Version) => text],
  ["Planned", plannedLabel],
  ["Platforms", placeLabel],
  ["First comment", ({ firstComment }: Version) => firstComment ?? ""],
] as const satisfies readonly (readonly [name: string, textOf: (version: Version) => string])[];

export type ChangedPart = {
  readonly name: (typeof PARTS)[number][0];
  readonly old: string;
  readonly now: string;
};

/** Lists the texts in which two versions of a post differ. Callers that show files compare those themselves. */
export function changedParts(before: Version, after: Version): ChangedPart[] {
  return PARTS.map(([name, textOf]) => ({
    name,
    old: textOf(before),
    now: textOf(after),
  })).filter(({ old, now }) => old !== now);
}

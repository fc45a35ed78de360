import { placeLabel } from "./place-label.ts";
import { plannedLabel } from "./planned-label.ts";
import type { PostContent } from "./posts.ts";

type Version = Omit<PostContent, "media" | "texts">;

/** In the order in which a change is told. */
const PARTS = {
  text: { name: "Text", of: ({ text }) => text },
  planned: { name: "Planned", of: plannedLabel },
  platforms: { name: "Platforms", of: placeLabel },
  firstComment: { name: "First comment", of: ({ firstComment }) => firstComment ?? "" },
} as const satisfies Record<string, { name: string; of: (version: Version) => string }>;

export type ChangedPart = {
  readonly part: keyof typeof PARTS;
  readonly name: (typeof PARTS)[keyof typeof PARTS]["name"];
  readonly old: string;
  readonly now: string;
};

/** Lists the texts in which two versions of a post differ. Callers that show files compare those themselves. */
export function changedParts(before: Version, after: Version): ChangedPart[] {
  return (Object.keys(PARTS) as (keyof typeof PARTS)[])
    .map((part) => {
      const { name, of } = PARTS[part];
      return { part, name, old: of(before), now: of(after) };
    })
    .filter(({ old, now }) => old !== now);
}

import { noteOf } from "../content/claims.ts";
import type { Shown } from "../content/exhibits.ts";
import { Tag } from "../ui/tag.tsx";

export function ClaimNote({ about, className }: { about: readonly Shown[]; className: string }) {
  const note = noteOf(...about);
  return note === "" ? null : (
    <p className={className}>
      <Tag>{note}</Tag>
    </p>
  );
}

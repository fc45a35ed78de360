import { noteOf, type Shown } from "../content/claims.ts";

/** Stands beside what it is about, in the same size. */
export function ClaimNote({ about, className }: { about: readonly Shown[]; className: string }) {
  const note = noteOf(...about);
  return note === "" ? null : <p className={className}>{note}</p>;
}

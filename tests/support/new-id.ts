import { randomBytes } from "node:crypto";
import { ID_RANDOM_BYTES, type IdKind, makeId } from "#contracts/ids.ts";

let newestIdMs = 0;

/** Ids of one millisecond sort randomly; this one sorts after all earlier ones. */
export function newId<K extends IdKind>(kind: K) {
  newestIdMs = Math.max(newestIdMs + 1, Date.now());
  return makeId(kind, newestIdMs, randomBytes(ID_RANDOM_BYTES));
}

import {
  ANSWER_KEYS,
  type AnswerKey,
  type BriefAnswers,
} from "#contracts/content/brief-answers.ts";
import { type Store, storedEntry } from "../../lib/browser-storage.ts";
import { fieldsOf, textOf } from "../../lib/json.ts";

/** `base`: the saved text that was changed to `mine`. */
type Change = { readonly base: string; readonly mine: string };
type Changes = Readonly<Partial<Record<AnswerKey, Change>>>;
type Unsaved = { readonly userId: string; readonly changes: Changes };

const entry = storedEntry("unsavedBrief", (value): Unsaved | null => {
  const { userId, changes } = fieldsOf(value);
  if (typeof userId !== "string") return null;
  const stored = fieldsOf(changes);
  const known = ANSWER_KEYS.flatMap((key) => {
    const { base, mine } = fieldsOf(stored[key]);
    const change = { base: textOf(base), mine: textOf(mine) };
    return change.base === null || change.mine === null ? [] : [[key, change] as const];
  });
  return { userId, changes: Object.fromEntries(known) as Changes };
});

export const forgetUnsaved = entry.remove;

/** Drops what another user left in this browser. */
export function readUnsaved(storage: Store, userId: string): Changes {
  const stored = entry.read(storage);
  if (stored?.userId === userId) return stored.changes;
  entry.remove(storage);
  return {};
}

/**
 * Stores the answers that the server does not have. Other tabs store theirs in the same entry.
 * @param own answers that this tab stored before
 * @returns those that it stores now
 */
export function storeUnsaved(
  storage: Store,
  { userId, saved, typed }: { userId: string; saved: BriefAnswers; typed: BriefAnswers },
  own: readonly AnswerKey[],
): readonly AnswerKey[] {
  const changed = ANSWER_KEYS.filter((key) => typed[key] !== saved[key]);
  const others = Object.entries(readUnsaved(storage, userId)).filter(
    ([key]) => !own.some((mine) => mine === key),
  );
  const mine = changed.map((key) => [key, { base: saved[key], mine: typed[key] }] as const);
  const changes = Object.fromEntries([...others, ...mine]) as Changes;
  if (Object.keys(changes).length === 0) entry.remove(storage);
  else entry.write(storage, { userId, changes });
  return changed;
}

/** The answers as they were when the stored ones were typed, and with those. */
export function withUnsaved(answers: BriefAnswers, changes: Changes) {
  const read = (side: keyof Change) =>
    Object.fromEntries(
      ANSWER_KEYS.map((key) => [key, changes[key]?.[side] ?? answers[key]]),
    ) as BriefAnswers;
  return { base: read("base"), mine: read("mine") };
}

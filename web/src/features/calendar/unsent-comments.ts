import { sessionStorageOrNull, storedEntry } from "../../lib/browser-storage.ts";
import { fieldsOf, textOf } from "../../lib/json.ts";

type Unsent = { readonly text: string; readonly key: string };
type UnsentComments = Readonly<Record<string, Unsent>>;

const KEY = "unsentComments";

const entry = storedEntry(KEY, (value): UnsentComments =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([postId, comment]) => {
      const { text, key } = fieldsOf(comment);
      const unsent = { text: textOf(text), key: textOf(key) };
      return unsent.text === null || unsent.key === null ? [] : [[postId, unsent as Unsent]];
    }),
  ),
);

/** Also where the browser stores nothing: a decision moves the post's card to another group, which draws its comments anew. */
let kept: UnsentComments | null = null;

const all = (): UnsentComments => (kept ??= entry.read(sessionStorageOrNull()) ?? {});

export const unsentComment = (postId: string): Unsent | null => all()[postId] ?? null;

/** Keeps a comment that is being written, over a reload too. An empty one is forgotten. */
export function keepUnsentComment(postId: string, text: string): void {
  const { [postId]: _, ...others } = all();
  kept = text === "" ? others : { ...others, [postId]: { text, key: crypto.randomUUID() } };
  if (Object.keys(kept).length === 0) entry.remove(sessionStorageOrNull());
  else entry.write(sessionStorageOrNull(), kept);
}

export function forgetUnsentComments(): void {
  kept = null;
  entry.remove(sessionStorageOrNull());
}

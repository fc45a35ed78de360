import { sessionStorageOrNull, storedEntry } from "../../lib/browser-storage.ts";
import { fieldsOf } from "../../lib/json.ts";

type Unsent = { readonly text: string; readonly key: string };
type UnsentComments = Readonly<Record<string, Unsent>>;

const entry = storedEntry("unsentComments", (value): UnsentComments =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([postId, comment]) => {
      const { text, key } = fieldsOf(comment);
      return typeof text === "string" && typeof key === "string" ? [[postId, { text, key }]] : [];
    }),
  ),
);

/** Kept in memory where the browser stores nothing, too: a decision moves the post's card to another group, which draws its comments anew. */
let unsent: UnsentComments | null = null;

const all = (): UnsentComments => (unsent ??= entry.read(sessionStorageOrNull()) ?? {});

export const unsentComment = (postId: string): Unsent | null => all()[postId] ?? null;

/** Saves a comment that is being written, over a reload too. An empty one is forgotten. */
export function saveUnsentComment(postId: string, text: string): void {
  const { [postId]: _, ...others } = all();
  unsent = text === "" ? others : { ...others, [postId]: { text, key: crypto.randomUUID() } };
  if (Object.keys(unsent).length === 0) entry.remove(sessionStorageOrNull());
  else entry.write(sessionStorageOrNull(), unsent);
}

/** By post: changes that were typed and not sent. A phone that is turned draws their form anew. */
export const unsentChanges = new Map<string, string>();

export function forgetUnsentWords(): void {
  unsent = null;
  unsentChanges.clear();
  entry.remove(sessionStorageOrNull());
}

const KEY = "dashboardNote";

/** Null when the browser forbids storage. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

/** Leaves a note for the dashboard, for whoever is about to arrive there. */
export function setFlashMessage(storage: Store, text: string): void {
  storage?.setItem(KEY, text);
}

/** The note that was left, or null. */
export function getFlashMessage(storage: Store): string | null {
  return storage?.getItem(KEY) ?? null;
}

/** Takes the note away, once it is shown. */
export function clearFlashMessage(storage: Store): void {
  storage?.removeItem(KEY);
}

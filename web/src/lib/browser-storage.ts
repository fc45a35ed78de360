import type { StoredKey } from "./stored-in-browser.ts";

/** Null when the browser's settings forbid storage. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

function openOrNull(open: () => Storage): Store {
  try {
    return open();
  } catch {
    return null;
  }
}

// oxlint-disable no-restricted-globals -- The storages are opened here alone.
export const localStorageOrNull = (): Store => openOrNull(() => localStorage);
export const sessionStorageOrNull = (): Store => openOrNull(() => sessionStorage);
// oxlint-enable no-restricted-globals

type StoredEntry<T> = {
  /** The same object for the same text, as `useSyncExternalStore` needs it. */
  readonly read: (storage: Store) => T | null;
  /** Returns false without storage, or when its quota is exceeded. */
  readonly write: (storage: Store, value: T) => boolean;
  readonly remove: (storage: Store) => void;
};

/**
 * One value of a storage, as JSON.
 * @param schema gets `undefined` for text that is no JSON, and returns null for a value that it rejects
 */
export function storedEntry<T>(
  key: StoredKey,
  schema: (value: unknown) => T | null,
): StoredEntry<T> {
  let known: { text: string; value: T | null } | undefined;
  return {
    read: (storage) => {
      const text = storage?.getItem(key) ?? null;
      if (text === null) return null;
      if (known?.text !== text) known = { text, value: schema(parse(text)) };
      return known.value;
    },
    write: (storage, value) => {
      try {
        storage?.setItem(key, JSON.stringify(value));
        return storage !== null;
      } catch {
        return false;
      }
    },
    remove: (storage) => storage?.removeItem(key),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Begins the keys of what users typed and did not send. */
export const FORM_DRAFTS = "formDraft:";

/** The browser's local storage, or null where the visitor's settings forbid it. */
export function localStorageOrNull(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

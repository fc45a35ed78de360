import { localStorageOrNull, sessionStorageOrNull } from "../../lib/browser-storage.ts";
import { expiredCookies, isNetlifyEntry } from "./netlify-identity.ts";

export function clearNetlifyIdentity(): void {
  for (const storage of [localStorageOrNull(), sessionStorageOrNull()]) {
    if (storage === null) continue;
    for (const key of Object.keys(storage).filter(isNetlifyEntry)) storage.removeItem(key);
  }
  for (const cookie of expiredCookies(document.cookie, window.location.hostname)) {
    document.cookie = cookie;
  }
}

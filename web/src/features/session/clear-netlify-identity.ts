import { localStorageOrNull, sessionStorageOrNull } from "../../lib/browser-storage.ts";
import { expiredCookies, isSessionStorageEntry } from "./netlify-identity.ts";

/** Deletes the traces of Netlify Identity and its CMS. */
export function clearSessionTraces(): void {
  for (const storage of [localStorageOrNull(), sessionStorageOrNull()]) {
    if (storage === null) continue;
    for (const key of Object.keys(storage).filter(isSessionStorageEntry)) storage.removeItem(key);
  }
  for (const cookie of expiredCookies(document.cookie, window.location.hostname)) {
    document.cookie = cookie;
  }
}

import { localStorageOrNull, sessionStorageOrNull } from "../../lib/browser-storage.ts";
import { endedCookies, isIdentityEntry } from "./identity-traces.ts";

/** Removes what the hosting identity service and its CMS have left in this browser. Everything else stays. */
export function forgetIdentity(): void {
  for (const storage of [localStorageOrNull(), sessionStorageOrNull()]) {
    if (storage === null) continue;
    for (const key of Object.keys(storage).filter(isIdentityEntry)) storage.removeItem(key);
  }
  for (const cookie of endedCookies(document.cookie, window.location.hostname)) {
    document.cookie = cookie;
  }
}

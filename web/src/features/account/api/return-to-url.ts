import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { getReturnTo } from "../../session/return-to.ts";

/** The link may open in another tab, which lacks this tab's storage. */
export function returnToUrl(): string {
  return window.location.origin + getReturnTo(sessionStorageOrNull());
}

import { localStorageOrNull, sessionStorageOrNull } from "../../lib/browser-storage.ts";
import { auth } from "./load-auth-client.ts";
import { clearNetlifyIdentity } from "./netlify-identity.ts";
import { clearReturnTo } from "./return-to.ts";
import { SESSION_KEY, setSession } from "./session.ts";

/** Never throws: offline, the server's session expires by itself. */
export async function signOut(): Promise<void> {
  clearNetlifyIdentity();
  clearReturnTo(sessionStorageOrNull());
  if (localStorageOrNull()?.getItem(SESSION_KEY) == null) return;
  try {
    await (await auth()).signOut({ scope: "local" });
  } catch (error) {
    // oxlint-disable-next-line no-console -- Only a developer can act on it.
    console.error("Signing out failed.", error);
  }
  // Covers the case where the client could not be fetched.
  localStorageOrNull()?.removeItem(SESSION_KEY);
  setSession({ state: "visitor" });
}

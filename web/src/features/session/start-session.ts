import { localStorageOrNull } from "../../lib/browser-storage.ts";
import { isBackendConfigured, readSiteConfig } from "../../lib/site-config.ts";
import { readSession, SESSION_KEY, setSession } from "./session.ts";

const OAUTH_CALLBACK = /[?&](?:code|error)=/;

/** Fetches the auth client only for stored tokens or an OAuth callback in the address. */
export function startSession(): void {
  window.addEventListener("storage", (event) => {
    // Another tab signed in while this one had not loaded the client.
    if (event.key === SESSION_KEY && readSession().state === "visitor") restoreSession();
  });
  restoreSession();
}

function restoreSession(): void {
  const hasTokens = localStorageOrNull()?.getItem(SESSION_KEY) != null;
  const mayHaveSession = hasTokens || OAUTH_CALLBACK.test(window.location.search);
  if (!mayHaveSession || !isBackendConfigured(readSiteConfig())) {
    setSession({ state: "visitor" });
    return;
  }
  if (hasTokens) setSession({ state: "returning" });
  import("./auth-client.ts").then(
    ({ authClient }) => authClient(),
    () => setSession({ state: "visitor" }),
  );
}

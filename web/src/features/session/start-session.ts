import { localStorageOrNull } from "../../lib/browser-storage.ts";
import { isBackendConfigured, readSiteConfig } from "../../lib/site-config.ts";
import { readSession, SESSION_KEY, setSession } from "./session.ts";

/** An answer of the sign-in with another company, or its refusal, comes in the address. */
const ANSWER = /[?&](?:code|error)=/;

/**
 * Finds out who is here. The auth client is fetched only where there is something for it to look at: tokens in this
 * browser, or an answer in the address.
 */
export function startSession(): void {
  window.addEventListener("storage", (event) => {
    // Somebody signed in in another tab while this one had no need of the client.
    if (event.key === SESSION_KEY && readSession().state === "visitor") look();
  });
  look();
}

function look(): void {
  const hasTokens = localStorageOrNull()?.getItem(SESSION_KEY) != null;
  const isWorthALook = hasTokens || ANSWER.test(window.location.search);
  if (!isWorthALook || !isBackendConfigured(readSiteConfig())) {
    setSession({ state: "visitor" });
    return;
  }
  if (hasTokens) setSession({ state: "returning" });
  import("./auth-client.ts").then(
    ({ authClient }) => authClient(),
    () => setSession({ state: "visitor" }),
  );
}

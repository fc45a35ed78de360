import { hasConsented, onConsentChange } from "../consent/consent.ts";

/** Waits for a yes, given on an earlier visit or on this page, and only then fetches what acts on it. */
export function startTracking(): void {
  const stopWaiting = onConsentChange(begin);
  begin();

  function begin(): void {
    if (!hasConsented()) return;
    stopWaiting();
    import("./track.ts").then(
      ({ followConsent }) => followConsent(),
      () => undefined,
    );
  }
}

import { hasConsented, onConsentChange } from "../consent/consent.ts";

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

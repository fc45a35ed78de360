import { readSiteConfig } from "../../lib/site-config.ts";
import { isPrivatePath } from "../../paths.ts";
import { hasConsented, onConsentChange } from "../consent/consent.ts";
import type { PixelEvent } from "./events.ts";
import type { Pixel } from "./pixel.ts";

let loading: Promise<Pixel | null> | undefined;

/** Reports an event to the advertiser. Without consent nothing happens, and nothing is kept for later. */
export function track(event: PixelEvent): void {
  if (!mayTrack()) return;
  void pixel().then((loaded) => (mayTrack() ? loaded?.send(event) : undefined));
}

/** Follows the visitor's choice: brings the pixel in after a yes, and silences it after a no. */
export function followConsent(): void {
  const follow = () => {
    if (mayTrack()) void pixel().then((loaded) => loaded?.setConsent(true));
    else void loading?.then((loaded) => loaded?.setConsent(false));
  };
  onConsentChange(follow);
  follow();
}

function mayTrack(): boolean {
  return (
    hasConsented() && readSiteConfig().pixelId !== "" && !isPrivatePath(window.location.pathname)
  );
}

/** Loaded once; null when it cannot be had, for example offline. */
function pixel(): Promise<Pixel | null> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Pixel | null> {
  try {
    const { loadPixel } = await import("./pixel.ts");
    if (mayTrack()) return loadPixel(readSiteConfig().pixelId);
    // The visitor took the consent back meanwhile, and may give it again.
    loading = undefined;
  } catch {
    loading = undefined;
  }
  return null;
}

import { readSiteConfig } from "../../lib/site-config.ts";
import { isPrivatePath } from "../../paths.ts";
import { hasConsented, onConsentChange } from "../consent/consent.ts";
import type { PixelEvent } from "./events.ts";
import type { Pixel } from "./pixel.ts";

let loading: Promise<Pixel | null> | undefined;

export function track(event: PixelEvent): void {
  if (!mayTrack()) return;
  void pixel().then((loaded) => (mayTrack() ? loaded?.send(event) : undefined));
}

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

/** Loaded once; null when it cannot be fetched, e.g. offline. */
function pixel(): Promise<Pixel | null> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Pixel | null> {
  try {
    const { loadPixel } = await import("./pixel.ts");
    if (mayTrack()) return loadPixel(readSiteConfig().pixelId);
    // Consent was withdrawn while loading, and may be given again.
    loading = undefined;
  } catch {
    loading = undefined;
  }
  return null;
}

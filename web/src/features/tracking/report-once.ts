import { type Store, storedEntry } from "../../lib/browser-storage.ts";
import type { StoredKey } from "../../lib/stored-in-browser.ts";
import type { PixelEvent } from "./events.ts";

export type Reporting = {
  storage: Store;
  mayReport: () => boolean;
  track: (event: PixelEvent) => void;
};

/** Where storage is unavailable, the event id deduplicates. */
export function reportOnce(
  key: StoredKey,
  event: PixelEvent,
  { storage, mayReport, track }: Reporting,
): void {
  const reported = storedEntry(key, () => 1);
  if (!mayReport() || reported.read(storage) !== null) return;
  reported.write(storage, 1);
  track(event);
}

import type { PixelEvent } from "./events.ts";

export type Reporting = {
  storage: Pick<Storage, "getItem" | "setItem"> | null;
  mayReport: () => boolean;
  track: (event: PixelEvent) => void;
};

/**
 * Where storage is unavailable, the event id deduplicates.
 * @param entry storage key, listed in the cookie policy
 */
export function reportOnce(
  entry: string,
  event: PixelEvent,
  { storage, mayReport, track }: Reporting,
): void {
  if (!mayReport() || storage?.getItem(entry) != null) return;
  storage?.setItem(entry, "1");
  track(event);
}

import type { PixelEvent } from "./events.ts";

export type Reporting = {
  /** Null when the browser forbids storage. */
  storage: Pick<Storage, "getItem" | "setItem"> | null;
  /** Whether the visitor has consented; without it nothing is kept either. */
  mayReport: () => boolean;
  track: (event: PixelEvent) => void;
};

/**
 * Reports to the advertiser what is reported once in this browser. The event's own id makes it count once where the browser
 * forgets.
 *
 * @param entry where it is kept that it was; the cookie policy names it
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

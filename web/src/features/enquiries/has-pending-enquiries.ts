import type { Store } from "../../lib/browser-storage.ts";

export const BACKUP_KEY = "contactFormBackup";

/** Every page checks this; the outbox is fetched only when it is true. */
export function hasPendingEnquiries(storage: Store): boolean {
  return storage !== null && storage.getItem(BACKUP_KEY) !== null;
}

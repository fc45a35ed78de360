export const BACKUP_KEY = "contactFormBackup";

/** Every page checks this; the outbox is fetched only when it is true. */
export function hasPendingEnquiries(storage: Pick<Storage, "getItem"> | null): boolean {
  return storage !== null && storage.getItem(BACKUP_KEY) !== null;
}

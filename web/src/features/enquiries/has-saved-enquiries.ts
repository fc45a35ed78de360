/** Copies of enquiries that the server has not confirmed yet. */
export const BACKUP_KEY = "contactFormBackup";

/** Whether a copy waits in this browser. Every page asks; what acts on the answer is fetched when it is yes. */
export function hasPendingEnquiries(storage: Pick<Storage, "getItem"> | null): boolean {
  return storage !== null && storage.getItem(BACKUP_KEY) !== null;
}

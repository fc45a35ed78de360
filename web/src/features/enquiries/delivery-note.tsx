import { useSyncExternalStore } from "react";
import { localStorageOrNull } from "../../lib/browser-storage.ts";
import { formatDateTime } from "../../lib/dates.ts";
import { parseReceipt, RECEIPT_KEY } from "./receipt.ts";

export function DeliveryNote() {
  const stored = useSyncExternalStore(
    subscribeToStorage,
    () => localStorageOrNull()?.getItem(RECEIPT_KEY) ?? null,
    () => null,
  );
  const receipt = parseReceipt(stored);
  if (receipt === null) return null;
  return (
    <p className="mt-6 text-sm text-ink-soft">
      We have your last message, sent {formatDateTime(receipt.timestamp)}. Reference{" "}
      <span className="tabular break-all">{receipt.savedId}</span>.
    </p>
  );
}

function subscribeToStorage(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

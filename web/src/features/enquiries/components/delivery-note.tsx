import { useSyncExternalStore } from "react";
import { localStorageOrNull } from "../../../lib/browser-storage.ts";
import { formatDateTime } from "../../../lib/dates.ts";
import { receipt } from "../receipt.ts";

export function DeliveryNote() {
  const last = useSyncExternalStore(
    subscribeToStorage,
    () => receipt.read(localStorageOrNull()),
    () => null,
  );
  if (last === null) return null;
  return (
    <p className="mt-6 text-sm text-ink-soft">
      We have your last message, sent {formatDateTime(last.timestamp)}. Reference{" "}
      <span className="tabular break-all">{last.savedId}</span>.
    </p>
  );
}

function subscribeToStorage(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

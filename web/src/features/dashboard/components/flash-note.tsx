import { useEffect, useState } from "react";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { flashMessage } from "../../../lib/flash-message.ts";

export function FlashNote() {
  const [text] = useState(() => flashMessage.read(sessionStorageOrNull()));
  useEffect(() => flashMessage.remove(sessionStorageOrNull()), []);
  if (text === null) return null;
  return (
    <p role="alert" className="outcome">
      {text}
    </p>
  );
}

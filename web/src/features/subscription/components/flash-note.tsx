import { useEffect, useState } from "react";
import { getFlashMessage, clearFlashMessage } from "../flash-message.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";

export function FlashMessage() {
  const [text] = useState(() => getFlashMessage(sessionStorageOrNull()));
  useEffect(() => clearFlashMessage(sessionStorageOrNull()), []);
  if (text === null) return null;
  return (
    <p role="alert" className="account-success">
      {text}
    </p>
  );
}

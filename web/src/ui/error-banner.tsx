import { useEffect, useRef } from "react";
import { Close } from "./icons.tsx";

/** Announced, and takes the focus. */
export function ErrorBanner({
  message,
  onDismiss,
}: {
  message: string | null;
  onDismiss: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message !== null) box.current?.focus();
  }, [message]);
  if (message === null) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className="error-banner">
      <p>{message}</p>
      <button type="button" onClick={onDismiss}>
        <Close />
        <span className="sr-only">Dismiss</span>
      </button>
    </div>
  );
}

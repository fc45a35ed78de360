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
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-6 flex items-start justify-between gap-2 border-l-4 border-bad bg-paper-deep py-3 pr-2 pl-5 font-semibold in-[.retention-decision]:mt-4 in-[.retention-decision]:mb-0"
    >
      <p className="min-w-0 py-2">{message}</p>
      <button
        type="button"
        onClick={onDismiss}
        className="grid size-11 flex-none place-items-center"
      >
        <Close />
        <span className="sr-only">Dismiss</span>
      </button>
    </div>
  );
}

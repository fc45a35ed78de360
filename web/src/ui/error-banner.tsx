import { takeFocus } from "../lib/take-focus.ts";
import { Close } from "./icons.tsx";

type ErrorBannerProps = { message: string | null; onDismiss: () => void };

/** Takes the focus, so it has no live role: a screen reader would say it twice. */
export function ErrorBanner({ message, onDismiss }: ErrorBannerProps) {
  if (message === null) return null;
  return (
    <div
      key={message}
      ref={takeFocus}
      data-outcome="error"
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

import { takeFocus } from "../lib/take-focus.ts";

/** Error of a whole form. It takes the focus, so it has no live role: a screen reader would say it twice. */
export function FormError({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <p
      key={message}
      ref={takeFocus}
      data-outcome="error"
      tabIndex={-1}
      className="mb-6 border-l-4 border-bad bg-paper-deep px-5 py-4 font-semibold"
    >
      {message}
    </p>
  );
}

import { useEffect, useRef } from "react";

/** Error of a whole form. It takes the focus, so it has no live role: a screen reader would say it twice. */
export function FormError({ message }: { message: string | null }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message !== null) box.current?.focus();
  }, [message]);
  if (message === null) return null;
  return (
    <p
      ref={box}
      data-outcome="error"
      tabIndex={-1}
      className="mb-6 border-l-4 border-bad bg-paper-deep px-5 py-4 font-semibold"
    >
      {message}
    </p>
  );
}

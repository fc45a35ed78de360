import { useEffect, useRef } from "react";

/** Error of a whole form; announced, and takes the focus. */
export function FormError({ message }: { message: string | null }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message !== null) box.current?.focus();
  }, [message]);
  if (message === null) return null;
  return (
    <p
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-6 border-l-4 border-bad bg-paper-deep px-5 py-4 font-semibold"
    >
      {message}
    </p>
  );
}

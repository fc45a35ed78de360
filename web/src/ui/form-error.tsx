import { useEffect, useRef } from "react";

/** Error of a whole form; announced, and takes the focus. */
export function FormError({ problem }: { problem: string | null }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (problem !== null) box.current?.focus();
  }, [problem]);
  if (problem === null) return null;
  return (
    <p
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-6 border-l-4 border-bad bg-paper-deep px-5 py-4 font-semibold"
    >
      {problem}
    </p>
  );
}

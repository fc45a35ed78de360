import { type ReactNode, useEffect, useRef } from "react";

/** Stands where a form stood, and takes its focus. */
export function Thanks({ children }: { children: ReactNode }) {
  const thanks = useRef<HTMLParagraphElement>(null);
  useEffect(() => thanks.current?.focus(), []);
  return (
    <p ref={thanks} tabIndex={-1} className="text-lg">
      {children}
    </p>
  );
}

import { type ReactNode, useEffect, useRef } from "react";

/** The heading of a step that takes another's place. It takes the focus, so that everybody knows where they are now. */
export function StepHeading({ id, children }: { id?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} id={id} tabIndex={-1} className="text-2xl">
      {children}
    </h2>
  );
}

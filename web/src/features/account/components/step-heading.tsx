import { type ReactNode, useEffect, useRef } from "react";

/** Takes the focus when it appears, and on the pages of the sign-in the title’s size. */
export function StepHeading({ id, children }: { id?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} id={id} tabIndex={-1} className="text-xl in-[.account-shore]:text-2xl">
      {children}
    </h2>
  );
}

import type { ReactNode } from "react";
import { takeFocus } from "../../../lib/take-focus.ts";

/** Takes the focus when it appears, and on the pages of the sign-in the title’s size. */
export function StepHeading({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 ref={takeFocus} id={id} tabIndex={-1} className="text-xl in-[.account-shore]:text-2xl">
      {children}
    </h2>
  );
}

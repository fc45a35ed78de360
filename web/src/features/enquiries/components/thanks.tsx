import type { ReactNode } from "react";
import { takeFocus } from "../../../lib/take-focus.ts";

/** Stands where a form stood, and takes its focus. */
export function Thanks({ children }: { children: ReactNode }) {
  return (
    <p ref={takeFocus} tabIndex={-1} className="text-lg">
      {children}
    </p>
  );
}

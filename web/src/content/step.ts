import type { ReactNode } from "react";

export type Step = {
  /** Without it, the step has its number. */
  readonly when?: string;
  readonly title: string;
  readonly text: ReactNode;
};

import type { ReactNode } from "react";

export type Step = {
  /** It stands beside the title; a step without it shows its number there. */
  readonly when?: string;
  readonly title: string;
  readonly text: ReactNode;
};

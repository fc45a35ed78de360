import type { ReactNode } from "react";

export type Step = {
  readonly when: string;
  readonly title: string;
  readonly text: ReactNode;
};

import type { ComponentType } from "react";

export type Page = {
  readonly title: string;
  readonly description: string;
  readonly noindex?: true;
  readonly canonical?: string;
  readonly stylesheet?: string;
  readonly ready?: () => Promise<void>;
  readonly Body: ComponentType;
};

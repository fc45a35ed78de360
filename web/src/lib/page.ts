import type { ComponentType } from "react";

export type Page = {
  readonly title: string;
  readonly description: string;
  readonly noindex?: true;
  readonly canonical?: string;
  readonly stylesheet?: string;
  readonly ready?: () => Promise<void>;
  /** Of the header, in place of the site's links. */
  readonly Bar?: ComponentType;
  /** In place of the site's footer; the header then scrolls away. */
  readonly Foot?: ComponentType;
  readonly Body: ComponentType;
};

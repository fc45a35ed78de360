import type { ComponentType } from "react";
import { COMPANY } from "#contracts/company.ts";

export type Page = {
  /** The company's name is added. */
  readonly title: string;
  readonly description: string;
  readonly noindex?: true;
  readonly canonical?: string;
  readonly stylesheet?: string;
  readonly ready?: () => Promise<void>;
  /** Takes the place of the site's links in the header. */
  readonly Bar?: ComponentType;
  /** Takes the place of the site's footer; the header then scrolls away. */
  readonly Foot?: ComponentType;
  readonly Body: ComponentType;
};

export function documentTitle({ title }: Page): string {
  return `${title} | ${COMPANY.name}`;
}

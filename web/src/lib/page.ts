import type { ComponentType } from "react";

/** What a file in `pages/` exports under the name `page`. */
export type Page = {
  /** The whole title of the tab and of the search result. */
  readonly title: string;
  /** One or two sentences for search results and link previews. */
  readonly description: string;
  /** Kept out of search results and of the sitemap. */
  readonly noindex?: true;
  /** Address of the page that stands for this one, which shows much the same. */
  readonly canonical?: string;
  /** Address of the stylesheet that this page needs beside everybody's. */
  readonly stylesheet?: string;
  /** What has to be there beside the chunk before the page can be shown; see `account-page.ts`. */
  readonly ready?: () => Promise<void>;
  readonly Body: ComponentType;
};

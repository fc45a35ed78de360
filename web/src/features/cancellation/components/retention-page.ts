import { loadStylesheet } from "../../../lib/load-stylesheet.ts";
import retentionStyles from "../../../styles/cancellation.css?url";

/** What the pages of leaving and staying have in common: nobody finds them by a search, and they have a stylesheet of their own. */
export const retentionPage = {
  noindex: true,
  stylesheet: retentionStyles,
  ready: () => loadStylesheet(retentionStyles),
} as const;

import { loadStylesheet } from "../../../lib/load-stylesheet.ts";
import customerStyles from "../../../styles/subscription.css?url";

/** What the pages after payment have in common: nobody finds them by a search, and they have a stylesheet of their own. */
export const customerPage = {
  noindex: true,
  stylesheet: customerStyles,
  ready: () => loadStylesheet(customerStyles),
} as const;

import { loadStylesheet } from "../../lib/load-stylesheet.ts";
import accountStyles from "../../styles/account.css?url";

/** What account pages have in common: nobody finds them by a search, and they have a stylesheet of their own. */
export const accountPage = {
  noindex: true,
  stylesheet: accountStyles,
  ready: () => loadStylesheet(accountStyles),
} as const;

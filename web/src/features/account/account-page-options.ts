import { loadStylesheet } from "../../lib/load-stylesheet.ts";
import accountStyles from "../../styles/account.css?url";

export const accountPageOptions = {
  noindex: true,
  stylesheet: accountStyles,
  ready: () => loadStylesheet(accountStyles),
} as const;

import { loadStylesheet } from "../../lib/load-stylesheet.ts";
import checkoutStyles from "../../styles/checkout.css?url";

/** What the pages that sell have in common: a stylesheet of their own. */
export const checkoutPage = {
  stylesheet: checkoutStyles,
  ready: () => loadStylesheet(checkoutStyles),
} as const;

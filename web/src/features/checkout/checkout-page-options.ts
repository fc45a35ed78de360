import { loadStylesheet } from "../../lib/load-stylesheet.ts";
import checkoutStyles from "../../styles/checkout.css?url";

export const checkoutPageOptions = {
  stylesheet: checkoutStyles,
  ready: () => loadStylesheet(checkoutStyles),
} as const;

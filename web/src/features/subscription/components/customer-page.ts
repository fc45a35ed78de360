import { loadStylesheet } from "../../../lib/load-stylesheet.ts";
import customerStyles from "../../../styles/subscription.css?url";

export const customerPage = {
  noindex: true,
  stylesheet: customerStyles,
  ready: () => loadStylesheet(customerStyles),
} as const;

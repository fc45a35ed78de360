import { loadStylesheet } from "../../lib/load-stylesheet.ts";
import subscriptionStyles from "../../styles/subscription.css?url";

export const subscriptionPageOptions = {
  noindex: true,
  stylesheet: subscriptionStyles,
  ready: () => loadStylesheet(subscriptionStyles),
} as const;

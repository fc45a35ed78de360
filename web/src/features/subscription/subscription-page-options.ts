import { ownStylesheet } from "../../lib/load-stylesheet.ts";
import subscriptionStyles from "../../styles/subscription.css?url";

export const subscriptionPageOptions = {
  noindex: true,
  ...ownStylesheet(subscriptionStyles),
} as const;

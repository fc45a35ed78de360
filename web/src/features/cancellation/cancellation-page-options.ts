import { ownStylesheet } from "../../lib/load-stylesheet.ts";
import cancellationStyles from "../../styles/cancellation.css?url";

export const cancellationPageOptions = {
  noindex: true,
  ...ownStylesheet(cancellationStyles),
} as const;

import { loadStylesheet } from "../../lib/load-stylesheet.ts";
import cancellationStyles from "../../styles/cancellation.css?url";

export const cancellationPageOptions = {
  noindex: true,
  stylesheet: cancellationStyles,
  ready: () => loadStylesheet(cancellationStyles),
} as const;

import { loadStylesheet } from "../../../lib/load-stylesheet.ts";
import retentionStyles from "../../../styles/cancellation.css?url";

export const retentionPage = {
  noindex: true,
  stylesheet: retentionStyles,
  ready: () => loadStylesheet(retentionStyles),
} as const;

import { loadStylesheet } from "../../lib/load-stylesheet.ts";
import { drawMonth } from "./draw-month.tsx";
import styles from "../../styles/month.css?url";

/** Loads everything of "Your month" but its fields. */
export async function loadMonth() {
  await loadStylesheet(styles);
  return { drawMonth };
}

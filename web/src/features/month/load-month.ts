import { appStylesheet } from "../../lib/app-stylesheet.ts";
import { drawMonth } from "./draw-month.tsx";

/** Loads everything of "Your month" but its fields. */
export async function loadMonth() {
  await appStylesheet.ready();
  return { drawMonth };
}

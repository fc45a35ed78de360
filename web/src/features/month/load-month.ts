import { appStylesheet } from "../../lib/app-stylesheet.ts";
import { MonthView } from "./components/month-view.tsx";

/** Loads everything of "Your month" but its fields. */
export async function loadMonth() {
  await appStylesheet.ready();
  return { MonthView };
}

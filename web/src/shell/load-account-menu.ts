import { appStylesheet } from "../lib/app-stylesheet.ts";
import { AccountMenu } from "./account-menu.tsx";

/** Loads the menu with its stylesheet, for a page without the one of signed-in users. */
export async function loadAccountMenu() {
  await appStylesheet.ready();
  return AccountMenu;
}

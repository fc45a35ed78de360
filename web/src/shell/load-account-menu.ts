import { loadStylesheet } from "../lib/load-stylesheet.ts";
import { AccountMenu } from "./account-menu.tsx";
import styles from "../styles/account-menu.css?url";

/** Loads the menu with its stylesheet, for a page without the one of signed-in users. */
export async function loadAccountMenu() {
  await loadStylesheet(styles);
  return { default: AccountMenu };
}

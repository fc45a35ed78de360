import { storedEntry } from "./browser-storage.ts";
import { textOf } from "./json.ts";

/** The result of the previous page's action. */
export const flashMessage = storedEntry("dashboardNote", textOf);

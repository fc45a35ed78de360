import { storedEntry } from "./browser-storage.ts";
import { textOf } from "./json.ts";

const KEY = "dashboardNote";

/** The result of the previous page's action. */
export const flashMessage = storedEntry(KEY, textOf);

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The site's faces. */
export const FONT_FILES = [
  "bricolage-display.woff2",
  "bricolage-small.woff2",
  "figtree.woff2",
] as const;

/** The folder beside the bundle, else that of the repository. */
const FOLDERS = ["./fonts/", "../../../web/fonts/"].map(
  (folder) => new URL(folder, import.meta.url),
);

/** @returns null where the worker was not bundled */
export function readSheetScript(): string | null {
  const file = fileURLToPath(new URL("./month-sheet.js", import.meta.url));
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** @returns null for any other file, and where the faces were not deployed */
export function readFont(name: string): Uint8Array<ArrayBuffer> | null {
  if (!(FONT_FILES as readonly string[]).includes(name)) return null;
  const file = FOLDERS.map((folder) => fileURLToPath(new URL(name, folder))).find(existsSync);
  return file === undefined ? null : new Uint8Array(readFileSync(file));
}

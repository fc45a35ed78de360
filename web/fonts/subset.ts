/**
 * Cuts the display face down to what our headings use: one weight, the largest optical size, Latin only.
 * Run `node web/fonts/subset.ts` after changing anything here; the result is committed,
 * so that a build needs no font tools.
 */
import { readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const SOURCE = new URL(
  import.meta
    .resolve("@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2"),
);
const TARGET = new URL("./bricolage-display.woff2", import.meta.url);

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join("");
const BEYOND_ASCII = "£€é–—‘’“”…·×½→↗↓";

const subset = await subsetFont(await readFile(SOURCE), ASCII + BEYOND_ASCII, {
  targetFormat: "woff2",
  variationAxes: { opsz: 96, wdth: 100, wght: 720 },
});
await writeFile(TARGET, subset);
process.stdout.write(`${TARGET.pathname}: ${subset.length} bytes\n`);

/**
 * One weight, the largest optical size, Latin only: WOFF2 for browsers, TrueType for the build's
 * pictures. Run `node web/fonts/subset.ts` after a change and commit the results.
 */
import { readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const SOURCE = new URL(
  import.meta
    .resolve("@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2"),
);
const TARGETS = { woff2: "./bricolage-display.woff2", sfnt: "./bricolage-display.ttf" } as const;

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join("");
const BEYOND_ASCII = "£€é–—‘’“”…·×½→↗↓";

const source = await readFile(SOURCE);
for (const targetFormat of ["woff2", "sfnt"] as const) {
  const target = new URL(TARGETS[targetFormat], import.meta.url);
  const subset = await subsetFont(source, ASCII + BEYOND_ASCII, {
    targetFormat,
    variationAxes: { opsz: 96, wdth: 100, wght: 720 },
  });
  await writeFile(target, subset);
  process.stdout.write(`${target.pathname}: ${subset.length} bytes\n`);
}

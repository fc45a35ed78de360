/**
 * Latin only, as WOFF2 for browsers; the display face also as TrueType for the build's pictures. Run
 * `node web/fonts/subset.ts` after a change and commit the results.
 */
import { readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const BRICOLAGE = "bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2";
const FIGTREE = "figtree/files/figtree-latin-wght-normal.woff2";

const ASCII = charactersFrom(0x20, 0x7e);
const PUNCTUATION = "£€é–—‘’“”…·×½→↗↓";
// Names of people and businesses stand in the text face.
const LATIN_1 = charactersFrom(0xa0, 0xff);

const FACES = [
  {
    source: BRICOLAGE,
    target: "bricolage-display",
    characters: ASCII + PUNCTUATION,
    axes: { opsz: 96, wdth: 100, wght: 720 },
  },
  // Below 28 px the dots of i and j of the largest optical size run into their stems.
  {
    source: BRICOLAGE,
    target: "bricolage-small",
    characters: ASCII + PUNCTUATION,
    axes: { opsz: 24, wdth: 100, wght: 700 },
  },
  {
    source: FIGTREE,
    target: "figtree",
    characters: ASCII + LATIN_1 + PUNCTUATION + "•−œŒ",
    axes: { wght: { min: 400, max: 700 } },
  },
];

for (const face of FACES) {
  await write(face, "woff2", "woff2");
  if (face.target === "bricolage-display") await write(face, "sfnt", "ttf");
}

async function write(
  { source, target, characters, axes }: (typeof FACES)[number],
  targetFormat: "woff2" | "sfnt",
  ending: string,
): Promise<void> {
  const original = new URL(import.meta.resolve(`@fontsource-variable/${source}`));
  const subset = await subsetFont(await readFile(original), characters, {
    targetFormat,
    variationAxes: axes,
    keepFeatures: ["kern", "locl", "rvrn", "tnum"],
  });
  const file = new URL(`./${target}.${ending}`, import.meta.url);
  await writeFile(file, subset);
  process.stdout.write(`${file.pathname}: ${subset.length} bytes\n`);
}

function charactersFrom(first: number, last: number): string {
  return String.fromCodePoint(
    ...Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}

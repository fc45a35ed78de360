import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { PEOPLE } from "#contracts/company.ts";
import { PICTURE_WIDTHS } from "../src/art/picture-widths.ts";
import { INDUSTRIES } from "../src/content/industries.ts";

const LIST = "pictures.json";
const TRADES: readonly string[] = [
  ...INDUSTRIES.map(({ id }) => id),
  "nightlife",
  "services",
  "team",
];
const PORTRAITS = [PEOPLE.director, ...PEOPLE.accountManagers].flatMap(
  (person) => person?.picture ?? [],
);
const WIDTH_MIN = Math.max(...PICTURE_WIDTHS);
const SOURCE_BYTES_MAX = 150_000;

const FIELDS = ["id", "file", "trade", "alt", "credit", "licence", "made"] as const;
type Line = Readonly<Record<(typeof FIELDS)[number], string>>;
export type Source = Line & { readonly name: string; readonly height: number };

// Part of each name: raise it when the encoding changes.
const RECIPE = "2";
// The first quality with which the file is small enough is taken.
const QUALITIES = [56, 46, 36, 26];
const BYTES_MAX: Readonly<Record<number, number>> = { 320: 14_000, 640: 35_000, 1080: 80_000 };
// Browsers without AVIF get WebP in one width.
const WEBP_WIDTH = 640;

const VARIANTS = [
  ...PICTURE_WIDTHS.map((width) => ({ width, format: "avif" as const })),
  { width: WEBP_WIDTH, format: "webp" as const },
];
type Variant = (typeof VARIANTS)[number];

export function problemsOf(
  lines: readonly Partial<Line>[],
  files: ReadonlyMap<string, { readonly bytes: number; readonly width: number }>,
  portraits: readonly string[] = [],
): readonly string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const name = line.id ?? line.file ?? `Line ${index + 1}`;
    const say = (problem: string) => problems.push(`${name} ${problem}`);
    for (const field of FIELDS) {
      if ((line[field] ?? "").trim() === "") say(`has no ${field}.`);
    }
    if (line.id !== undefined && ids.has(line.id)) say("is listed twice.");
    ids.add(line.id ?? "");
    if (line.trade !== undefined && !TRADES.includes(line.trade)) {
      say(`has the trade "${line.trade}", which is none of: ${TRADES.join(", ")}.`);
    }
    if (line.made !== undefined && line.made !== "photograph" && line.made !== "render") {
      say('is made as neither "photograph" nor "render".');
    }
    if (line.made === "render" && !/render/i.test(line.credit ?? "render")) {
      say("is a render, and its credit does not say so.");
    }
    if (line.file === undefined) continue;
    const file = files.get(line.file);
    if (file === undefined) {
      say(`names ${line.file}, which is not in the folder.`);
      continue;
    }
    if (file.bytes > SOURCE_BYTES_MAX) {
      say(`has ${Math.ceil(file.bytes / 1_000)} kB; ${SOURCE_BYTES_MAX / 1_000} are the most.`);
    }
    if (file.width < WIDTH_MIN) {
      say(`is ${file.width} pixels wide; ${WIDTH_MIN} are the least.`);
    }
  }
  const listed = new Set(lines.map(({ file }) => file));
  for (const file of files.keys()) {
    if (!listed.has(file)) problems.push(`${file} is not listed in ${LIST}.`);
  }
  for (const id of portraits) {
    if (!ids.has(id)) problems.push(`contracts/company.ts names ${id}, which is not in ${LIST}.`);
  }
  return problems;
}

/** Photographs first. @throws with every problem of the folder */
export async function readSources(folder: string): Promise<readonly Source[]> {
  const lines = JSON.parse(await readFile(join(folder, LIST), "utf8")) as readonly Line[];
  const files = new Map<string, { bytes: number; width: number; height: number; hash: string }>();
  for (const file of await readdir(folder)) {
    if (file === LIST) continue;
    const content = await readFile(join(folder, file));
    const { width, height } = await sharp(content).metadata();
    const hash = createHash("sha256").update(RECIPE).update(content).digest("hex").slice(0, 8);
    files.set(file, { bytes: content.length, width, height, hash });
  }
  const problems = problemsOf(lines, files, PORTRAITS);
  if (problems.length > 0) throw new Error(`web/pictures:\n${problems.join("\n")}`);
  const sources = lines.flatMap((line) => {
    const file = files.get(line.file);
    if (file === undefined) return [];
    const height = Math.round((file.height * WIDTH_MIN) / file.width);
    return [{ ...line, name: file.hash, height }];
  });
  return sources.toSorted((a, b) => a.made.localeCompare(b.made));
}

export function fileNamesOf(source: Source): ReadonlyMap<string, Variant> {
  return new Map(
    VARIANTS.map((variant) => [`${source.name}-${variant.width}.${variant.format}`, variant]),
  );
}

/**
 * Every picture as an address of data, by its name. The first ones are of different trades, for
 * pages without pictures of their own.
 */
export async function readPosts(
  folder: string,
  size: { readonly width: number; readonly height: number },
): Promise<ReadonlyMap<string, string>> {
  const sources = (await readSources(folder)).filter(({ trade }) => trade !== "team");
  const byTrade = Object.values(Object.groupBy(sources, ({ trade }) => trade));
  const ordered = new Set([...byTrade.flatMap((ofTrade) => ofTrade?.[0] ?? []), ...sources]);
  return new Map(
    await Promise.all(
      [...ordered].map(async ({ name, file }) => {
        const jpeg = await sharp(join(folder, file))
          .resize({ ...size, fit: "cover" })
          .jpeg({ quality: 92 })
          .toBuffer();
        return [name, `data:image/jpeg;base64,${jpeg.toString("base64")}`] as const;
      }),
    ),
  );
}

type Encoder = {
  encode(source: Source, fileName: string): Promise<Buffer>;
  prune(): Promise<void>;
};

export function createEncoder(folder: string, cache: string): Encoder {
  const asked = new Set<string>();
  return {
    async encode(source, fileName) {
      asked.add(fileName);
      const kept = join(cache, fileName);
      if (existsSync(kept)) return readFile(kept);
      const variant = fileNamesOf(source).get(fileName);
      if (variant === undefined) throw new Error(`${source.id} has no ${fileName}.`);
      const encoded = await encodeWithin(join(folder, source.file), variant);
      if (encoded === null) {
        throw new Error(`web/pictures: ${source.id} has too much detail to be small; soften it.`);
      }
      await mkdir(cache, { recursive: true });
      await writeFile(kept, encoded);
      return encoded;
    },
    async prune() {
      if (!existsSync(cache)) return;
      const stale = (await readdir(cache)).filter((file) => !asked.has(file));
      await Promise.all(stale.map((file) => rm(join(cache, file))));
    },
  };
}

async function encodeWithin(file: string, { width, format }: Variant): Promise<Buffer | null> {
  const picture = sharp(file).resize(width);
  for (const quality of QUALITIES) {
    const encoded = await picture
      // The sources are WebP, which has no finer colour. Effort 2 takes twice the time for a hundredth of the bytes.
      .toFormat(format, { quality, effort: 1, chromaSubsampling: "4:2:0" })
      // oxlint-disable-next-line no-await-in-loop -- mostly the first is small enough
      .toBuffer();
    if (encoded.length <= (BYTES_MAX[width] ?? 0)) return encoded;
  }
  return null;
}

export function filesModule(sources: readonly Source[]): string {
  const byTrade = Object.groupBy(sources, ({ trade }) => trade);
  const files = Object.fromEntries(
    Object.entries(byTrade).map(([trade, ofTrade = []]) => [
      trade,
      ofTrade.map(({ id, name, height }) => ({ id, name, height })),
    ]),
  );
  const credits = [...new Set(sources.map(({ credit }) => credit))];
  return `export const PICTURE_FILES=${JSON.stringify(files)};export const PICTURE_CREDITS=${JSON.stringify(credits)};`;
}

export function altsModule(sources: readonly Source[]): string {
  const alts = Object.fromEntries(sources.map(({ id, alt }) => [id, alt]));
  return `export const PICTURE_ALTS=${JSON.stringify(alts)};`;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { BUSINESSES } from "#contracts/sample-month/businesses.ts";
import { escapeMarkup } from "../../../web/site/escape.ts";
import { readSources } from "../../../web/site/pictures.ts";
import { createRasteriser, DISPLAY_FONT, measureText } from "../../../web/site/raster.ts";
import { ROOT } from "../paths.ts";

/** Half as much again as the largest place that shows it: the copies of each are most of the demo's work. */
const SIZE = { width: 540, height: 675 };

const FOLDER = join(ROOT, "web/pictures");
const SOURCES = new Map((await readSources(FOLDER)).map((source) => [source.id, source]));

const sourceOf = (name: string) => join(FOLDER, `${name}.webp`);

export const altOf = (name: string) =>
  SOURCES.get(name)?.alt ?? `Large words: ${name.replaceAll(" / ", " ")}`;

export const fileNameOf = (name: string) =>
  name === "reel" ? "reel.mp4" : `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.jpg`;

const made = new Map<string, Promise<File>>();

/** The same file for whoever asks. */
export function demoFile(name: string): Promise<File> {
  const file = made.get(name) ?? makeFile(name);
  made.set(name, file);
  return file;
}

async function makeFile(name: string): Promise<File> {
  const bytes =
    name === "reel"
      ? readFileSync(join(import.meta.dirname, "reel.mp4"))
      : SOURCES.has(name)
        ? await jpegOf(sharp(sourceOf(name)).resize(SIZE))
        : await draw(name.split(" / "));
  return new File([new Uint8Array(bytes)], fileNameOf(name));
}

/** The first frame of the film, as a browser would draw it: films are cut from the middle of pictures. */
export async function demoPoster(): Promise<File> {
  const bytes = await jpegOf(sharp(sourceOf("bakery-queue")).resize({ width: 540, height: 960 }));
  return new File([new Uint8Array(bytes)], "poster.jpg");
}

const jpegOf = (picture: Sharp) => picture.jpeg({ quality: 85 }).toBuffer();

const COLOURS = Object.values(BUSINESSES).map(({ colours }) => colours);
const CACHE = join(ROOT, "node_modules/.cache/tidepost-demo");

async function draw(lines: readonly string[]): Promise<Buffer> {
  const { ground, ink, accent } =
    COLOURS[lines.join("").length % COLOURS.length] ?? BUSINESSES.food.colours;
  const size = Math.min(34, ...lines.map((line) => 84 / measureText(line)));
  const texts = lines.map((line, index) => {
    const y = 115 - (lines.length - 1 - index) * size * 0.94;
    const fill = index === lines.length - 1 ? accent : ink;
    return `<text x="8" y="${y}" fill="${fill}">${escapeMarkup(line)}</text>`;
  });
  const rasteriser = await createRasteriser(CACHE);
  return rasteriser.toJpeg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 125"><path d="M0 0h100v125H0z" fill="${ground}"/>
    <path d="M8 8h14v3H8z" fill="${accent}"/><g font-family="${DISPLAY_FONT}" font-size="${size}">${texts.join("")}</g></svg>`,
    SIZE.width,
  );
}

/** Of a picture of the site: nobody’s. */
const FACES = {
  isla: { left: 640, top: 190, width: 330, height: 330 },
  joss: { left: 640, top: 820, width: 330, height: 330 },
} as const;
export type FaceName = keyof typeof FACES;

export async function demoFace(who: FaceName): Promise<File> {
  const bytes = await jpegOf(sharp(sourceOf("neighbours")).extract(FACES[who]).resize(480));
  return new File([new Uint8Array(bytes)], `${who}.jpg`);
}

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import sharp, { type Sharp } from "sharp";
import { escapeMarkup } from "./escape.ts";

/** The only font available to the rasteriser; there is no fallback. */
export const DISPLAY_FONT = "Bricolage Grotesque 96pt ExtraBold";

const FONT = {
  fontFiles: [fileURLToPath(new URL("../fonts/bricolage-display.ttf", import.meta.url))],
  loadSystemFonts: false,
  defaultFontFamily: DISPLAY_FONT,
};

// Part of each cache key: raise it when the rendering changes.
const RECIPE = "2: palette of quality 90";

const ENCODE = {
  png: (drawn: Sharp) =>
    drawn.png({ palette: true, quality: 90, dither: 0, compressionLevel: 9, effort: 10 }),
  // Orange on blue blurs without `4:4:4`.
  jpg: (drawn: Sharp) => drawn.jpeg({ quality: 80, mozjpeg: true, chromaSubsampling: "4:4:4" }),
};

export type Rasteriser = {
  /**
   * @param svg its text must use the display font
   * @param width pixels; the height follows
   */
  toPng(svg: string, width: number): Promise<Buffer>;
  /** Drawings with photographs in them become this. */
  toJpeg(svg: string, width: number): Promise<Buffer>;
  prune(): Promise<void>;
};

export async function createRasteriser(folder: string): Promise<Rasteriser> {
  await mkdir(folder, { recursive: true });
  const asked = new Set<string>();
  async function rasterise(svg: string, width: number, format: keyof typeof ENCODE) {
    const hash = createHash("sha256").update(`${RECIPE}\0${width}\0${svg}`).digest("hex");
    const file = `${hash.slice(0, 32)}.${format}`;
    asked.add(file);
    const kept = join(folder, file);
    if (existsSync(kept)) return readFile(kept);
    const drawn = new Resvg(svg, { font: FONT, fitTo: { mode: "width", value: width } }).render();
    const encoded = await ENCODE[format](sharp(drawn.asPng())).toBuffer();
    await writeFile(kept, encoded);
    return encoded;
  }
  return {
    toPng: (svg, width) => rasterise(svg, width, "png"),
    toJpeg: (svg, width) => rasterise(svg, width, "jpg"),
    async prune() {
      const stale = (await readdir(folder)).filter((file) => !asked.has(file));
      await Promise.all(stale.map((file) => rm(join(folder, file))));
    },
  };
}

/** Width of a text in the display font, in em. */
export function measureText(text: string): number {
  const size = 100;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text y="${size}" font-family="${DISPLAY_FONT}" font-size="${size}">${escapeMarkup(text)}</text></svg>`;
  return (new Resvg(svg, { font: FONT }).getBBox()?.width ?? 0) / size;
}

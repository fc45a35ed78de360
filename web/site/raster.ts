import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";

/** The display face as a drawing names it. No other font is there to fall back to. */
export const DISPLAY_FONT = "Bricolage Grotesque 96pt ExtraBold";

const FONT = {
  fontFiles: [fileURLToPath(new URL("../fonts/bricolage-display.ttf", import.meta.url))],
  loadSystemFonts: false,
  defaultFontFamily: DISPLAY_FONT,
};

// Part of every key, so that a change of how pictures are made does not find older ones.
const RECIPE = "2: palette of quality 90";

/** Makes PNG files of drawings, and keeps them from one build to the next. */
export type Rasteriser = {
  /**
   * @param svg a drawing whose text, if any, is set in `DISPLAY_FONT`
   * @param width of the picture in pixels; the height follows
   */
  toPng(svg: string, width: number): Promise<Buffer>;
  /** Removes what earlier builds have kept and this one did not ask for. */
  prune(): Promise<void>;
};

/** @param folder where pictures are kept; made when it is missing */
export async function createRasteriser(folder: string): Promise<Rasteriser> {
  await mkdir(folder, { recursive: true });
  const asked = new Set<string>();
  return {
    async toPng(svg, width) {
      const hash = createHash("sha256").update(`${RECIPE}\0${width}\0${svg}`).digest("hex");
      const file = `${hash.slice(0, 32)}.png`;
      asked.add(file);
      const kept = join(folder, file);
      if (existsSync(kept)) return readFile(kept);
      const drawn = new Resvg(svg, { font: FONT, fitTo: { mode: "width", value: width } }).render();
      const png = await sharp(drawn.asPng())
        .png({ palette: true, quality: 90, dither: 0, compressionLevel: 9, effort: 10 })
        .toBuffer();
      await writeFile(kept, png);
      return png;
    },
    async prune() {
      const stale = (await readdir(folder)).filter((file) => !asked.has(file));
      await Promise.all(stale.map((file) => rm(join(folder, file))));
    },
  };
}

/** Width of a text in the display face, in units of its font size. */
export function measureText(text: string): number {
  const size = 100;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text y="${size}" font-family="${DISPLAY_FONT}" font-size="${size}">${escapeXml(text)}</text></svg>`;
  return (new Resvg(svg, { font: FONT }).getBBox()?.width ?? 0) / size;
}

/** Makes a text safe to stand in an SVG or XML file. */
export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

import { COMPANY } from "#contracts/company.ts";
import type { Colour } from "./palette.ts";
import type { Rasteriser } from "./raster.ts";

const MARK = `<rect width="32" height="32" rx="3" fill="PERSIMMON"/><path d="M0 19c5.3-5.5 10.7-5.5 16 0s10.7 5.5 16 0v10a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z" fill="TIDE"/>`;
// Maskable icons bleed to the edges, because launchers crop them to their own shape.
const MASKABLE = `<path fill="PERSIMMON" d="M0 0h32v32H0z"/><path fill="TIDE" d="M0 18.5c5.3-4.4 10.7-4.4 16 0s10.7 4.4 16 0V32H0z"/>`;

export const LOGO_FILE = "icon-512.png";

export function faviconSvg(colour: (name: string) => Colour): string {
  return square(MARK, colour);
}

export async function iconFiles(
  rasteriser: Rasteriser,
  colour: (name: string) => Colour,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const mark = faviconSvg(colour);
  const maskable = square(MASKABLE, colour);
  return new Map([
    [LOGO_FILE, await rasteriser.toPng(mark, 512)],
    ["icon-192.png", await rasteriser.toPng(mark, 192)],
    ["icon-maskable-512.png", await rasteriser.toPng(maskable, 512)],
    ["apple-touch-icon.png", await rasteriser.toPng(maskable, 180)],
    ["favicon.ico", icoFile(await rasteriser.toPng(mark, 48), 48)],
  ]);
}

export function manifestFile(colour: (name: string) => Colour): string {
  const paper = colour("paper").light;
  const icon = (file: string, sizes: string, purpose: string) => ({
    src: `/${file}`,
    sizes,
    type: "image/png",
    purpose,
  });
  const manifest = {
    id: "/",
    name: COMPANY.name,
    short_name: COMPANY.name,
    description: "Social media for small businesses on a monthly subscription.",
    lang: "en-GB",
    start_url: "/",
    scope: "/",
    display: "browser",
    theme_color: paper,
    background_color: paper,
    icons: [
      icon("icon-192.png", "192x192", "any"),
      icon(LOGO_FILE, "512x512", "any"),
      icon("icon-maskable-512.png", "512x512", "maskable"),
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function square(drawing: string, colour: (name: string) => Colour): string {
  const filled = drawing
    .replaceAll("PERSIMMON", colour("persimmon").light)
    .replaceAll("TIDE", colour("tide").light);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${filled}</svg>\n`;
}

function icoFile(png: Uint8Array, size: number): Uint8Array {
  const headerBytes = 22;
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16LE(1, 2); // type: icon
  header.writeUInt16LE(1, 4); // number of pictures
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(headerBytes, 18);
  return Buffer.concat([header, png]);
}

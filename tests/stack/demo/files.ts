import sharp from "sharp";
import { film, H264 } from "../../support/film.ts";

const COLOURS = ["#c8553d", "#588157", "#2a6f97", "#e09f3e", "#6d597a", "#8d5524"];

/** A picture of 4:5, drawn: no photo of anybody. */
export async function demoPicture(index: number): Promise<File> {
  const [ground, shape, third] = [0, 1, 3].map((step) => COLOURS[(index + step) % COLOURS.length]);
  const x = 300 + ((index * 170) % 600);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1500">
    <rect width="1200" height="1500" fill="${ground}"/>
    <rect y="1050" width="1200" height="450" fill="${third}"/>
    <circle cx="${x}" cy="800" r="360" fill="${shape}"/>
    <circle cx="${x}" cy="800" r="210" fill="${ground}"/></svg>`;
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
  return new File([new Uint8Array(bytes)], `picture-${index + 1}.jpg`);
}

/** Has the boxes of a film and no frames: a browser says that it cannot play it. */
export function demoFilm(): File {
  return new File([new Uint8Array(film({ tracks: [H264], seconds: 30 }))], "reel.mp4");
}

import sharp, { type Sharp } from "sharp";
import {
  type MediaRefusal,
  type MediaType,
  PICTURE_PIXELS_MAX,
  PICTURE_SIDE_MAX,
  RENDITIONS,
} from "#contracts/content/media.ts";
import { PHOTO_BYTES_MAX } from "#contracts/content/photo.ts";
import type { CheckedFile } from "./check-file.ts";

// Large pictures take 200 MB each, and the worker has other work.
sharp.concurrency(1);
sharp.cache(false);

const RENDITION_QUALITY = 78;
/** No difference is visible beside the upload. */
const ORIGINAL_QUALITY = 95;

const open = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: "error" }).autoOrient();

/**
 * Writes the picture anew: an encoder of ours cannot carry over a position, a hidden preview or a file appended to it.
 * The colour profile stays.
 */
export async function checkPicture(bytes: Buffer, type: MediaType): Promise<CheckedFile> {
  const size = await sizeOf(bytes);
  if (typeof size === "string") return size;
  const { width, height } = size;
  try {
    const original = await encode(open(bytes).keepIccProfile(), type).toBuffer();
    const renditions = [];
    for (const rendition of RENDITIONS) {
      const small = open(original)
        .resize({ width: Number(rendition), withoutEnlargement: true })
        .webp({ quality: RENDITION_QUALITY });
      renditions.push({ rendition, bytes: await small.toBuffer() });
    }
    return { original, renditions, width, height, seconds: null };
  } catch {
    return "damaged";
  }
}

/** Three pixels for each of the largest place that shows it. */
const PORTRAIT_SIDE = 240;
/** The first that makes it small enough counts; of noise the third one does. */
const PORTRAIT_QUALITIES = [82, 60, 35];

/** Makes a square JPEG, which every mail client shows, of what draws most attention: a face. Nothing else of the file stays. */
export async function makePortrait(bytes: Buffer): Promise<Buffer | MediaRefusal> {
  const size = await sizeOf(bytes);
  if (typeof size === "string") return size;
  try {
    const square = await open(bytes)
      .resize(PORTRAIT_SIDE, PORTRAIT_SIDE, { position: sharp.strategy.attention })
      .flatten({ background: "#ffffff" })
      .png()
      .toBuffer();
    for (const quality of PORTRAIT_QUALITIES) {
      const portrait = await sharp(square).jpeg({ quality, mozjpeg: true }).toBuffer();
      if (portrait.length <= PHOTO_BYTES_MAX) return portrait;
    }
    return "too_large_picture";
  } catch {
    return "damaged";
  }
}

/** Size as it is shown: phones save pictures sideways. */
async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number } | MediaRefusal> {
  try {
    const size = (await sharp(bytes, { limitInputPixels: false }).metadata()).autoOrient;
    const isLarge =
      size.width * size.height > PICTURE_PIXELS_MAX ||
      Math.max(size.width, size.height) > PICTURE_SIDE_MAX;
    return isLarge ? "too_large_picture" : size;
  } catch {
    return "damaged";
  }
}

function encode(picture: Sharp, type: MediaType): Sharp {
  if (type === "image/png") return picture.png();
  if (type === "image/webp") return picture.webp({ quality: ORIGINAL_QUALITY });
  return picture.jpeg({ quality: ORIGINAL_QUALITY, chromaSubsampling: "4:4:4" });
}

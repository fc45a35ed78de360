import sharp, { type Sharp } from "sharp";
import {
  type MediaType,
  PICTURE_PIXELS_MAX,
  PICTURE_SIDE_MAX,
  RENDITIONS,
} from "#contracts/content/media.ts";
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
  if (size === null) return "damaged";
  const { width, height } = size;
  if (width * height > PICTURE_PIXELS_MAX || Math.max(width, height) > PICTURE_SIDE_MAX) {
    return "too_large_picture";
  }
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

/** As it is shown: phones save pictures sideways. Null when it is no picture. */
async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  try {
    return (await sharp(bytes, { limitInputPixels: false }).metadata()).autoOrient;
  } catch {
    return null;
  }
}

function encode(picture: Sharp, type: MediaType): Sharp {
  if (type === "image/png") return picture.png();
  if (type === "image/webp") return picture.webp({ quality: ORIGINAL_QUALITY });
  return picture.jpeg({ quality: ORIGINAL_QUALITY, chromaSubsampling: "4:4:4" });
}

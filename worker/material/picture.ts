import sharp, { type Metadata, type Sharp } from "sharp";
import {
  MEDIA_TYPES,
  type MediaRefusal,
  type MediaType,
  ORIGINAL_SIDE_MAX,
  PICTURE_PIXELS_MAX,
  PICTURE_SIDE_MAX,
  RENDITION_NAMES,
  renditionRule,
} from "#contracts/content/media.ts";
import { PHOTO_BYTES_MAX } from "#contracts/content/photo.ts";
import type { CheckedFile, UsableFile } from "./checked-file.ts";

const RENDITION_QUALITY = 78;
/** At 1,440 × 2,560 px, noise has 4 MB: networks take 5. */
const PUBLISH_QUALITY = 88;
/** No difference is visible beside the upload. */
const ORIGINAL_QUALITY = 95;

const open = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: "error" }).autoOrient();

/** The first that makes the copy small enough counts: noise may be larger as a copy than it was as an upload. */
const ORIGINAL_SIDES = [ORIGINAL_SIDE_MAX, ORIGINAL_SIDE_MAX / 2];

/**
 * Writes the picture anew, in sRGB: an encoder of ours cannot carry over a position, a hidden preview, a colour profile or a file appended to it.
 */
export function checkPicture(bytes: Buffer, type: MediaType): Promise<CheckedFile> {
  return rewrite(bytes, type).catch(damaged);
}

/** Decoders throw errors of no class of their own. */
const damaged = () => "damaged" as const;

async function rewrite(bytes: Buffer, type: MediaType): Promise<CheckedFile> {
  if (await isTooLarge(bytes)) return "too_large_picture";
  for (const side of ORIGINAL_SIDES) {
    const small = open(bytes).resize({
      width: side,
      height: side,
      fit: "inside",
      withoutEnlargement: true,
    });
    const { data, info } = await encode(small, type).toBuffer({ resolveWithObject: true });
    if (data.length > MEDIA_TYPES[type].maxBytes) continue;
    const { width, height } = info;
    return {
      original: data,
      renditions: await renditionsOf(data, width),
      width,
      height,
      seconds: null,
    };
  }
  return "too_large_picture";
}

async function renditionsOf(
  original: Buffer,
  originalWidth: number,
): Promise<UsableFile["renditions"]> {
  const renditions = [];
  /** A picture narrower than several copies is the same in each. */
  const whole = new Map<MediaType, Buffer>();
  for (const rendition of RENDITION_NAMES) {
    const { type, ...size } = renditionRule(rendition);
    const isWhole = size.height === undefined && size.width >= originalWidth;
    const same = isWhole ? whole.get(type) : undefined;
    if (same !== undefined) {
      renditions.push({ rendition, bytes: same });
      continue;
    }
    // A cut picture has a shape to keep.
    const withoutEnlargement = size.height === undefined;
    const small = open(original).resize({ ...size, withoutEnlargement });
    const copy =
      type === "image/webp"
        ? small.webp({ quality: RENDITION_QUALITY })
        : small
            .flatten({ background: "#ffffff" })
            .jpeg({ quality: PUBLISH_QUALITY, mozjpeg: true });
    const bytes = await copy.toBuffer();
    if (isWhole) whole.set(type, bytes);
    renditions.push({ rendition, bytes });
  }
  return renditions;
}

/** Three pixels for each of the largest place that shows it. */
const PORTRAIT_SIDE = 240;
/** The first that makes it small enough counts; of noise the third one does. */
const PORTRAIT_QUALITIES = [82, 60, 35];

/** Makes a square JPEG, which every mail client shows, of what draws most attention: a face. Nothing else of the file stays. */
export function makePortrait(bytes: Buffer): Promise<Buffer | MediaRefusal> {
  return cutPortrait(bytes).catch(damaged);
}

async function cutPortrait(bytes: Buffer): Promise<Buffer | MediaRefusal> {
  if (await isTooLarge(bytes)) return "too_large_picture";
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
}

/** What decoders may keep of a picture until they have read all of it: 50 megapixels in a progressive JPEG of three full channels. */
const DECODING_BYTES_MAX = 300_000_000;

/** Judges by the header alone. */
async function isTooLarge(bytes: Buffer): Promise<boolean> {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { width, height } = header;
  return (
    width * height > PICTURE_PIXELS_MAX ||
    Math.max(width, height) > PICTURE_SIDE_MAX ||
    width * height * heldBytesPerPixel(header) > DECODING_BYTES_MAX
  );
}

function heldBytesPerPixel(header: Metadata): number {
  const { format, channels, isProgressive, chromaSubsampling, depth } = header;
  if (format === "webp") return channels;
  if (!isProgressive) return 0;
  if (format === "png") return depth === "ushort" ? 2 * channels : channels;
  // Coefficients of two bytes.
  return chromaSubsampling === "4:2:0" ? 3 : 2 * channels;
}

function encode(picture: Sharp, type: MediaType): Sharp {
  // With the filters that other programs use: without them the copy may be larger than the upload.
  if (type === "image/png") return picture.png({ adaptiveFiltering: true });
  // More effort takes as much memory again.
  if (type === "image/webp") return picture.webp({ quality: ORIGINAL_QUALITY, effort: 2 });
  // Better tables would need a second pass, and all coefficients in memory meanwhile.
  const [quality, chromaSubsampling] = [ORIGINAL_QUALITY, "4:4:4"];
  return picture.jpeg({ quality, chromaSubsampling, optimiseCoding: false });
}

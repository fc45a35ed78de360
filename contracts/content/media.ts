/** Size of every part of an upload but the last one: R2 refuses smaller ones, and wants equal sizes. */
export const PART_BYTES = 5 * 1_024 * 1_024;

const MB = 1_000_000;

export const MEDIA_TYPES = {
  "image/jpeg": { kind: "picture", maxBytes: 20 * MB },
  "image/png": { kind: "picture", maxBytes: 20 * MB },
  "image/webp": { kind: "picture", maxBytes: 20 * MB },
  "video/mp4": { kind: "video", maxBytes: 50 * MB },
  "video/quicktime": { kind: "video", maxBytes: 50 * MB },
  "application/pdf": { kind: "document", maxBytes: 10 * MB },
} as const;
export type MediaType = keyof typeof MEDIA_TYPES;
export const MEDIA_TYPE_KEYS = Object.keys(MEDIA_TYPES) as readonly MediaType[];

export const MEDIA_BYTES_MAX = 50 * MB;
export const MEDIA_NAME_MAX = 200;
/** Files of a customer that no post has: what a post has stays, and counts no more. */
export const MEDIA_MAX = 200;

export const PICTURE_PIXELS_MAX = 50_000_000;
export const PICTURE_SIDE_MAX = 12_000;
/** More than any platform shows, in pixels: larger pictures are kept smaller. */
export const ORIGINAL_SIDE_MAX = 4_096;
export const VIDEO_SECONDS_MAX = 180;

type RenditionRule = {
  /** In pixels; smaller pictures keep their size. */
  readonly width: number;
  /** The middle of the picture is cut to this height; without it the picture keeps its shape. */
  readonly height?: number;
  readonly type: "image/webp" | "image/jpeg";
  /** Served in its place for a picture that is older than the rendition. */
  readonly before?: "320" | "original";
};

/** Copies of a picture. */
const RENDITIONS = {
  /** Lists and days of a month: 56×70 at two pixels for each. */
  thumb: { width: 112, height: 140, type: "image/webp", before: "320" },
  "320": { width: 320, type: "image/webp" },
  "800": { width: 800, type: "image/webp" },
  "1600": { width: 1_600, type: "image/webp" },
  /** In emails, at two pixels for each: Outlook shows no WebP and crops nothing. */
  mail: { width: 560, height: 700, type: "image/jpeg", before: "original" },
  /** An operator hands it to a platform: all of them take it. */
  publish: { width: 1_440, type: "image/jpeg", before: "original" },
} as const satisfies Record<string, RenditionRule>;
export type Rendition = keyof typeof RENDITIONS;
export const RENDITION_NAMES = Object.keys(RENDITIONS) as readonly Rendition[];
export const isRendition = (file: string): file is Rendition => Object.hasOwn(RENDITIONS, file);
export const renditionRule = (rendition: Rendition): RenditionRule => RENDITIONS[rendition];

/** Objects of a file. `raw` is what was uploaded, and `poster` the first frame of a film that its browser drew; `original` is the same without position and other metadata, at most {@link ORIGINAL_SIDE_MAX} wide and high. */
export type MediaFile = "raw" | "poster" | "original" | Rendition;
export const MEDIA_FILES: readonly MediaFile[] = ["raw", "poster", "original", ...RENDITION_NAMES];
/** The worker has made the others of them. */
export const SENT_FILES: readonly MediaFile[] = ["raw", "poster"];
/** Stands for the {@link MediaFile} `poster` where a part has its number. */
export const POSTER_PART = 0;

export const MEDIA_STATES = ["uploading", "checking", "ready", "refused"] as const;
export type MediaState = (typeof MEDIA_STATES)[number];

export const MEDIA_REFUSALS = ["damaged", "too_large_picture", "too_long", "codec"] as const;
export type MediaRefusal = (typeof MEDIA_REFUSALS)[number];

/** Formats that we do not take, but recognise, so that we can say what to do. */
export type MediaUnsupported = "heic" | "svg" | "gif" | "other";

export const SNIFF_BYTES = 512;

/**
 * The type of a file by its first bytes: names and the types that browsers claim are not to be relied on.
 *
 * @param bytes the first {@link SNIFF_BYTES} or more
 */
export function sniffMedia(bytes: Uint8Array): MediaType | MediaUnsupported {
  const head = String.fromCharCode(...bytes.subarray(0, SNIFF_BYTES));
  const at = (offset: number, text: string) => head.startsWith(text, offset);
  if (at(0, "\xFF\xD8\xFF")) return "image/jpeg";
  if (at(0, "\x89PNG\r\n\x1A\n")) return "image/png";
  if (at(0, "RIFF") && at(8, "WEBP")) return "image/webp";
  if (at(0, "GIF8")) return "gif";
  if (at(0, "%PDF-")) return "application/pdf";
  if (at(4, "ftyp")) return HEIF_BRANDS.has(head.slice(8, 12)) ? "heic" : videoOf(head);
  if (
    /^(?:\xEF\xBB\xBF)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE svg|<svg)/i.test(
      head,
    )
  )
    return "svg";
  return "other";
}

const HEIF_BRANDS = new Set([
  "heic",
  "heix",
  "heim",
  "heis",
  "hevc",
  "hevx",
  "mif1",
  "msf1",
  "avif",
]);

function videoOf(head: string): MediaType {
  return head.startsWith("qt  ", 8) ? "video/quicktime" : "video/mp4";
}

export function isMediaType(sniffed: MediaType | MediaUnsupported): sniffed is MediaType {
  return sniffed in MEDIA_TYPES;
}

export function partCount(bytes: number): number {
  return Math.ceil(bytes / PART_BYTES);
}

/** @param part from 1 */
export function partBytes(bytes: number, part: number): number {
  return Math.min(PART_BYTES, bytes - (part - 1) * PART_BYTES);
}

import { MEDIA_TYPES, type MediaType, sniffMedia } from "#contracts/content/media.ts";
import type { CheckedFile } from "./checked-file.ts";
import { checkPicture } from "./picture.ts";
import { checkVideo } from "./video.ts";

/**
 * Judges a file by all of its content.
 *
 * @param type of its first part, whose bytes another upload of the same part may have replaced
 */
export async function checkFile(bytes: Buffer, type: MediaType): Promise<CheckedFile> {
  if (sniffMedia(bytes) !== type) return "damaged";
  switch (MEDIA_TYPES[type].kind) {
    case "picture":
      return checkPicture(bytes, type);
    case "video":
      return checkVideo(bytes);
    case "document":
      return checkPdf(bytes);
  }
}

/** Readers look for the end of a PDF in its last kilobyte. */
const PDF_END_BYTES = 1_024;

function checkPdf(bytes: Buffer): CheckedFile {
  const end = bytes.subarray(-PDF_END_BYTES).toString("latin1");
  if (!end.includes("%%EOF")) return "damaged";
  return { original: bytes, renditions: [], width: null, height: null, seconds: null };
}

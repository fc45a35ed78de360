import { MEDIA_FILES, type MediaFile } from "#contracts/content/media.ts";
import { AppError } from "#contracts/errors.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import type { Bucket } from "../deps.ts";

export function objectKey(mediaId: string, file: MediaFile): string {
  return `${mediaId}/${file}`;
}

/** @throws {AppError} `material_unavailable` when R2 does not answer */
export async function askR2<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AppError("material_unavailable", MATERIAL_MESSAGES.unavailable, { cause: error });
  }
}

/** @param uploadId of an upload that is not complete */
export async function removeObjects(
  bucket: Bucket,
  mediaId: string,
  uploadId: string | null = null,
): Promise<void> {
  if (uploadId !== null) {
    try {
      await bucket.resumeMultipartUpload(objectKey(mediaId, "raw"), uploadId).abort();
    } catch {
      // R2 refuses one that was completed or aborted before, and aborts what is left after a week.
    }
  }
  await bucket.delete(MEDIA_FILES.map((file) => objectKey(mediaId, file)));
}

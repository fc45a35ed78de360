import {
  isRendition,
  MEDIA_FILES,
  type MediaFile,
  renditionRule,
} from "#contracts/content/media.ts";
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

/** Reads a file, or what stands in for a rendition that its picture is older than. */
export async function readFile(
  bucket: Bucket,
  mediaId: string,
  file: MediaFile,
  options: { range?: Headers } = {},
): Promise<R2ObjectBody | null> {
  const read = (name: MediaFile) => askR2(() => bucket.get(objectKey(mediaId, name), options));
  const before = isRendition(file) ? renditionRule(file).before : undefined;
  return (await read(file)) ?? (before === undefined ? null : await read(before));
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

/**
 * Reads the first bytes of a body and gives the whole of it, unread and with its length, which R2 asks for: an isolate's
 * memory is shared by all its requests.
 *
 * @param bytes fewer when the body is shorter
 */
export async function readHead(
  body: ReadableStream<Uint8Array>,
  bytes: number,
): Promise<{ head: Uint8Array; whole: ReadableStream<Uint8Array> }> {
  const [start, whole] = body.tee();
  const reader = start.getReader();
  const chunks: Uint8Array[] = [];
  for (let read = 0; read < bytes;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    read += value.byteLength;
  }
  // It ends with the other half.
  void reader.cancel();
  return { head: Buffer.concat(chunks).subarray(0, bytes), whole };
}

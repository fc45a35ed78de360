import type { MaterialResponse } from "#contracts/api/content/material.ts";
import {
  isMediaType,
  MEDIA_BYTES_MAX,
  MEDIA_NAME_MAX,
  MEDIA_TYPES,
  PART_BYTES,
  partBytes,
  partCount,
  POSTER_PART,
  sniffMedia,
} from "#contracts/content/media.ts";
import { withoutInvisible } from "#contracts/invisible.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import { CallError } from "../../lib/call-error.ts";
import { firstFrame } from "../../lib/first-frame.ts";
import { completeUpload, putPart, startUpload } from "./api/material.ts";
import { retryPauseMs } from "./retry-pause.ts";

type UploadOptions = {
  /** Called with the number of bytes that have left, of all parts. */
  onProgress: (sent: number) => void;
  onWaiting: (isWaiting: boolean) => void;
  signal: AbortSignal;
};

/** So many bytes at its beginning tell a file apart from others. */
const FINGERPRINT_BYTES = 65_536;
/** More at once would not be faster on a phone. */
const PARTS_AT_ONCE = 2;

/** @returns why the file cannot be uploaded, before anything is sent; null when it can */
export async function whyRefused(file: File): Promise<string | null> {
  if (file.size === 0) return MATERIAL_MESSAGES.empty;
  const sniffed = sniffMedia(await headOf(file));
  if (!isMediaType(sniffed)) return MATERIAL_MESSAGES.unsupported[sniffed];
  const longest = Math.min(MEDIA_TYPES[sniffed].maxBytes, MEDIA_BYTES_MAX);
  return file.size > longest ? MATERIAL_MESSAGES.tooLarge(sniffed) : null;
}

/**
 * Uploads a file in parts; those of an earlier attempt are not sent again.
 *
 * @throws when an answer refuses it, or when it was tried for long enough
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<MaterialResponse> {
  const request = {
    name:
      withoutInvisible(file.name)
        .replaceAll(/[\p{Cc}\p{Cs}]/gu, "")
        .slice(-MEDIA_NAME_MAX)
        .trim() || "file",
    bytes: file.size,
    fingerprint: await fingerprintOf(file),
  };
  const retry = <T>(work: () => Promise<T>) => retrying(work, options);
  let upload = await retry(() => startUpload(request));
  const partOf = (part: number) => upload.address.replace(":part", String(part));
  const sent = new Map(upload.parts.map((part) => [part, partBytes(file.size, part)]));
  const report = () => options.onProgress([...sent.values()].reduce((sum, one) => sum + one, 0));
  report();
  const parts = Array.from({ length: partCount(file.size) }, (_, index) => index + 1);
  const missing = parts.filter((part) => !sent.has(part));

  async function sendPart(part: number): Promise<void> {
    const start = (part - 1) * PART_BYTES;
    const bytes = file.slice(start, start + partBytes(file.size, part));
    const onProgress = (count: number) => {
      sent.set(part, Math.min(count, bytes.size));
      report();
    };
    await retry(async () => {
      const send = async () =>
        putPart(partOf(part), bytes, {
          onProgress,
          signal: options.signal,
        });
      try {
        await send();
      } catch (error) {
        // The address was valid for an hour.
        if (!(error instanceof CallError) || error.status !== 403) throw error;
        upload = await startUpload(request);
        await send();
      }
    });
    onProgress(bytes.size);
  }

  async function sendMissing(): Promise<void> {
    for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
      await sendPart(part);
    }
  }
  async function sendPoster(): Promise<void> {
    const poster = await firstFrame(file);
    if (poster === null) return;
    const quiet = { onProgress: () => undefined, signal: options.signal };
    // The film is worth more than its picture.
    await putPart(partOf(POSTER_PART), poster, quiet).catch(() => undefined);
  }
  await Promise.all([sendPoster(), ...Array.from({ length: PARTS_AT_ONCE }, sendMissing)]);
  return retry(() => completeUpload(upload.id));
}

async function retrying<T>(
  work: () => Promise<T>,
  { onWaiting, signal }: Pick<UploadOptions, "onWaiting" | "signal">,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const result = await work();
      onWaiting(false);
      return result;
    } catch (error) {
      const pauseMs = retryPauseMs(error, attempt);
      if (signal.aborted || pauseMs === null) throw error;
      onWaiting(true);
      await waitUntilOnline(signal);
      // Several tabs or phones that lost the same connection come back one by one.
      await wait(pauseMs * (1 + Math.random() / 2), signal);
    }
  }
}

async function waitUntilOnline(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return;
  await new Promise<void>((resolve) => {
    window.addEventListener("online", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = window.setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        window.clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

const headOf = async (file: File) =>
  new Uint8Array(await file.slice(0, FINGERPRINT_BYTES).arrayBuffer());

async function fingerprintOf(file: File): Promise<string> {
  const facts = new TextEncoder().encode(JSON.stringify([file.name, file.size, file.lastModified]));
  const hash = await crypto.subtle.digest(
    "SHA-256",
    await new Blob([facts, await headOf(file)]).arrayBuffer(),
  );
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

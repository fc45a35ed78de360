import { createHmac, timingSafeEqual } from "node:crypto";
import type { MediaFile } from "#contracts/content/media.ts";

/** `part`: of an upload, by a browser. The others are for the edge's `/media`. */
export type MediaAction = "part" | "GET" | "PUT" | "DELETE";

export type MediaGrant = {
  action: MediaAction;
  /** For a list this is what is listed, and for an erasure the hash of the account. */
  mediaId: string;
  /** Null for all of them, or for parts. */
  file: MediaFile | null;
  /** Seconds since 1970. */
  until: number;
};

/** Signs addresses of files, as neither `<img>` nor the worker has a session. */
export type MediaKeys = {
  sign(grant: MediaGrant): string;
  isValid(grant: MediaGrant, key: string, nowMs: number): boolean;
};

/** @param secret AUTH_CODE_SECRET: its other uses have labels of their own */
export function createMediaKeys(secret: string): MediaKeys {
  const sign = ({ action, mediaId, file, until }: MediaGrant) =>
    createHmac("sha256", secret)
      .update(JSON.stringify(["media", action, mediaId, file, until]))
      .digest("base64url");
  return {
    sign,
    isValid(grant, key, nowMs) {
      const [given, expected] = [Buffer.from(key), Buffer.from(sign(grant))];
      return (
        grant.until * 1_000 > nowMs &&
        given.length === expected.length &&
        timingSafeEqual(given, expected)
      );
    },
  };
}

/** Keys of R2 that name the hashes of erased accounts. */
export const ERASED_UNDER = "erased/";

const HALF_HOUR_S = 1_800;

export const KEY_VALID_MS = 2 * HALF_HOUR_S * 1_000;

/** The same for half an hour, so that the browser's cache has the picture; valid for half an hour to an hour. */
function readableUntil(now: Date): number {
  return (Math.floor(now.getTime() / 1_000 / HALF_HOUR_S) + 2) * HALF_HOUR_S;
}

export type MediaAddress = (mediaId: string, file: MediaFile) => string;

/** @returns addresses that show a file to whoever has them, for at most an hour */
export function createMediaAddress(keys: MediaKeys, apiUrl: string, now: Date): MediaAddress {
  const until = readableUntil(now);
  return (mediaId, file) => {
    const key = keys.sign({ action: "GET", mediaId, file, until });
    return `${apiUrl}/media/${mediaId}/${file}?until=${until}&key=${key}`;
  };
}

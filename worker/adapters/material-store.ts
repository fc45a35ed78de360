import { createHash } from "node:crypto";
import { ObjectList } from "#contracts/api/content/material.ts";
import type { MediaFile, MediaType } from "#contracts/content/media.ts";
import { MINUTE_MS } from "#contracts/durations.ts";
import {
  createMediaKeys,
  ERASED_UNDER,
  KEY_VALID_MS,
  type MediaAction,
} from "#db/content/media/media-address.ts";

const TIMEOUT_MS = MINUTE_MS;

/** The objects of R2, by way of the edge, which has the binding. */
export type MaterialStore = {
  /** @throws {Error} when it refuses what the worker signed */
  probe(): Promise<void>;
  read(mediaId: string, file: MediaFile): Promise<Buffer | null>;
  write(mediaId: string, file: MediaFile, bytes: Buffer, type: MediaType): Promise<void>;
  removeRaw(mediaId: string): Promise<void>;
  /** @param uploadId of an upload that is not complete */
  remove(mediaId: string, uploadId: string | null): Promise<void>;
  noteErased(userId: string): Promise<void>;
  /** @param under how the keys begin */
  list(under: string): AsyncIterable<StoredObject>;
};

type StoredObject = ObjectList["objects"][number];

/** Says of an account that we still have whether it was erased, and nothing of one that we have no more. */
export function erasedKeyOf(userId: string): string {
  return `${ERASED_UNDER}${createHash("sha256").update(userId).digest("hex")}`;
}

export function createMaterialStore({
  apiUrl,
  secret,
  now,
}: {
  apiUrl: string;
  /** AUTH_CODE_SECRET */
  secret: string;
  now: () => Date;
}): MaterialStore {
  const keys = createMediaKeys(secret);

  /**
   * @param mediaId what the edge expects there, where `path` is of no file
   * @returns null for a file that is not there
   */
  async function call(
    action: Exclude<MediaAction, "part">,
    mediaId: string,
    file: MediaFile | null,
    {
      path,
      query = {},
      ...init
    }: RequestInit & { path?: string; query?: Record<string, string> } = {},
  ): Promise<Response | null> {
    const until = Math.floor((now().getTime() + KEY_VALID_MS) / 1_000);
    const key = keys.sign({ action, mediaId, file, until });
    const pathOfFile = file === null ? `/${mediaId}` : `/${mediaId}/${file}`;
    const search = new URLSearchParams({ ...query, until: String(until), key });
    const response = await fetch(`${apiUrl}/media${path ?? pathOfFile}?${String(search)}`, {
      ...init,
      method: action,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404 && action === "GET" && file !== null) return null;
    throw refusalOf(response);
  }

  async function readPage(under: string, after: string | null): Promise<ObjectList> {
    const query = { under, ...(after !== null && { after }) };
    const response = await call("GET", `list ${under}`, null, { path: "", query });
    return ObjectList.parse(await response?.json());
  }

  return {
    async probe() {
      await readPage("probe/", null);
    },
    async noteErased(userId) {
      const key = erasedKeyOf(userId);
      await call("PUT", key.slice(ERASED_UNDER.length), null, { path: `/${key}` });
    },
    async *list(under) {
      let after: string | null = null;
      do {
        const { objects, next }: ObjectList = await readPage(under, after);
        yield* objects;
        after = next;
      } while (after !== null);
    },
    async read(mediaId, file) {
      const response = await call("GET", mediaId, file);
      return response === null ? null : readWhole(response);
    },
    async write(mediaId, file, bytes, type) {
      await call("PUT", mediaId, file, {
        body: ReadableStream.from(chunksOf(bytes)),
        duplex: "half",
        // R2 takes a stream of known length.
        headers: { "content-type": type, "content-length": String(bytes.length) },
      });
    },
    async removeRaw(mediaId) {
      await call("DELETE", mediaId, "raw");
    },
    async remove(mediaId, uploadId) {
      await call("DELETE", mediaId, null, uploadId === null ? {} : { query: { upload: uploadId } });
    },
  };
}

/** Cloudflare's bot rules answer with a page that only a browser can solve. */
function refusalOf({ status, headers }: Response): Error {
  const isChallenge = headers.get("cf-mitigated") === "challenge";
  return new Error(isChallenge ? `cloudflare_challenge_${status}` : `material_store_${status}`);
}

/** Into one buffer: a film's chunks beside it would be as much again. */
async function readWhole({ body, headers }: Response): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Number(headers.get("content-length") ?? 0));
  let filled = 0;
  for await (const chunk of body ?? []) {
    if (filled + chunk.length > bytes.length) throw new Error("material_store_length");
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled < bytes.length) throw new Error("material_store_length");
  return bytes;
}

const CHUNK_BYTES = 256 * 1_024;

/** Views of the bytes, where a body of bytes would be copied. */
function* chunksOf(bytes: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

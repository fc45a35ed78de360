import { MediaId, type ObjectList } from "#contracts/api/content/material.ts";
import { MEDIA_FILES, MEDIA_TYPES, type MediaFile, SENT_FILES } from "#contracts/content/media.ts";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import {
  createMediaKeys,
  ERASED_UNDER,
  type MediaAction,
  type MediaGrant,
} from "#db/content/media/media-address.ts";
import type { EdgeDeps } from "../deps.ts";
import { type AppContext, newRoutes } from "../http/env.ts";
import { notFoundError } from "../http/errors.ts";
import { askR2, objectKey, readFile, removeObjects } from "./objects.ts";

/** Saved by the browser instead of shown. */
const DOWNLOADS: ReadonlySet<MediaFile> = new Set(["raw", "original", "publish"]);

/** An address stays the same for as long. */
const CACHE_S = 1_800;

/**
 * `/media`: files by signed addresses. Browsers of the owner and of operators read; the worker, which has no binding to
 * R2, reads what was uploaded, writes what it made of it, deletes, lists, and notes who was erased: what a database forgets
 * that is restored to an earlier time.
 */
export function mediaRoutes({ bucket, config, now }: EdgeDeps) {
  const keys = createMediaKeys(config.AUTH_CODE_SECRET);

  /** @throws {AppError} `not_found` without a valid key: an address says nothing of what there is */
  function requireKey(c: AppContext, grant: Omit<MediaGrant, "until">): void {
    const until = c.req.query("until") ?? "";
    const isGranted =
      /^\d{1,12}$/.test(until) &&
      keys.isValid({ ...grant, until: Number(until) }, c.req.query("key") ?? "", now().getTime());
    if (!isGranted) throw notFoundError();
  }

  function requireGrant(c: AppContext, action: MediaAction, file: MediaFile | null): string {
    const mediaId = MediaId.safeParse(c.req.param("id")).data;
    if (mediaId === undefined) throw notFoundError();
    requireKey(c, { action, mediaId, file });
    return mediaId;
  }

  return newRoutes()
    .use(async function fileHeaders(c, next) {
      // Set before, they are on errors as well.
      c.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
      c.header("Cross-Origin-Resource-Policy", "same-site");
      c.header("Referrer-Policy", "no-referrer");
      c.header("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
      c.header("X-Content-Type-Options", "nosniff");
      c.header("X-Robots-Tag", "noindex");
      c.header("Cache-Control", "no-store");
      await next();
    })
    .get("/", async (c) => {
      const under = c.req.query("under") ?? "";
      requireKey(c, { action: "GET", mediaId: `list ${under}`, file: null });
      const after = c.req.query("after");
      const { objects, ...page } = await askR2(() =>
        bucket.list({ prefix: under, ...(after !== undefined && { cursor: after }) }),
      );
      return c.json({
        objects: objects.map(({ key, uploaded }) => ({ key, at: uploaded.toISOString() })),
        next: page.truncated ? page.cursor : null,
      } satisfies ObjectList);
    })
    .put("/erased/:hash", async (c) => {
      const hash = c.req.param("hash");
      requireKey(c, { action: "PUT", mediaId: hash, file: null });
      await askR2(() => bucket.put(`${ERASED_UNDER}${hash}`, ""));
      return c.body(null, 204);
    })
    .get("/:id/:file", async (c) => {
      const file = fileOf(c);
      const mediaId = requireGrant(c, "GET", file);
      const asked = c.req.header("range");
      const hasRange = asked !== undefined;
      const object = await readFile(
        bucket,
        mediaId,
        file,
        hasRange ? { range: c.req.raw.headers } : {},
      );
      if (object === null) throw notFoundError();
      if (asked !== undefined && isOutside(asked, object.size)) {
        await object.body.cancel();
        c.header("Content-Range", `bytes */${object.size}`);
        throw new AppError("range_refused", MESSAGES.refused.range);
      }
      const type = object.httpMetadata?.contentType ?? "application/octet-stream";
      c.header("Content-Type", type);
      c.header("Cache-Control", `private, max-age=${CACHE_S}, immutable`);
      c.header("Accept-Ranges", "bytes");
      c.header("ETag", object.httpEtag);
      if (DOWNLOADS.has(file)) {
        c.header("Content-Disposition", `attachment; filename="${mediaId}.${extensionOf(type)}"`);
      }
      const range = hasRange ? rangeOf(object) : null;
      if (range === null) {
        c.header("Content-Length", String(object.size));
        return c.body(object.body);
      }
      c.header("Content-Length", String(range.length));
      c.header(
        "Content-Range",
        `bytes ${range.offset}-${range.offset + range.length - 1}/${object.size}`,
      );
      return c.body(object.body, 206);
    })
    .put("/:id/:file", async (c) => {
      const file = fileOf(c);
      const mediaId = requireGrant(c, "PUT", file);
      const contentType = c.req.header("content-type") ?? "";
      if (!(contentType in MEDIA_TYPES)) {
        throw new AppError("unsupported_media_type", MESSAGES.refused.unsupportedMediaType);
      }
      await askR2(() =>
        bucket.put(objectKey(mediaId, file), c.req.raw.body, { httpMetadata: { contentType } }),
      );
      return c.body(null, 204);
    })
    .delete("/:id/raw", async (c) => {
      const mediaId = requireGrant(c, "DELETE", "raw");
      await askR2(() => bucket.delete(SENT_FILES.map((file) => objectKey(mediaId, file))));
      return c.body(null, 204);
    })
    .delete("/:id", async (c) => {
      const mediaId = requireGrant(c, "DELETE", null);
      await askR2(() => removeObjects(bucket, mediaId, c.req.query("upload") ?? null));
      return c.body(null, 204);
    });
}

function fileOf(c: AppContext): MediaFile {
  const file = MEDIA_FILES.find((name) => name === c.req.param("file"));
  if (file === undefined) throw notFoundError();
  return file;
}

/** Whether none of the bytes exist that a range asks for. R2 ignores such a range, as it does a malformed one. */
function isOutside(range: string, size: number): boolean {
  const [, start = "", end = ""] = /^bytes=(\d*)-(\d*)$/i.exec(range.trim()) ?? [];
  if (start !== "") return Number(start) >= size && (end === "" || Number(end) >= Number(start));
  return end !== "" && Number(end) === 0;
}

/** Null when R2 ignored the range, because it was malformed. */
function rangeOf({ range, size }: R2ObjectBody): { offset: number; length: number } | null {
  if (range === undefined) return null;
  // R2 has all three names on each range.
  const {
    offset = 0,
    length,
    suffix,
  }: { offset?: number; length?: number; suffix?: number } = range;
  if (suffix !== undefined) return { offset: size - suffix, length: suffix };
  return { offset, length: length ?? size - offset };
}

function extensionOf(type: string): string {
  const extension = type.split("/")[1] ?? "";
  return { jpeg: "jpg", quicktime: "mov", "octet-stream": "bin" }[extension] ?? extension;
}

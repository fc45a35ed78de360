import { bodyLimit } from "hono/body-limit";
import {
  MediaId,
  type MaterialResponse,
  StartUploadRequest,
  type StartUploadResponse,
} from "#contracts/api/content/material.ts";
import {
  isMediaType,
  MEDIA_TYPES,
  type MediaType,
  PART_BYTES,
  partBytes,
  partCount,
  POSTER_PART,
  SNIFF_BYTES,
  sniffMedia,
} from "#contracts/content/media.ts";
import { AppError } from "#contracts/errors.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { removeMaterial } from "#db/content/media/change-media.ts";
import {
  completeUpload,
  dropUpload,
  savePart,
  saveUploadId,
  startUpload,
} from "#db/content/media/change-uploads.ts";
import {
  findOwnUpload,
  type OwnUpload,
  findUpload,
  listMaterial,
} from "#db/content/media/find-media.ts";
import { createMediaKeys, KEY_VALID_MS } from "#db/content/media/media-address.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn, requireUserAt } from "../http/current-user.ts";
import { type AppContext, newRoutes } from "../http/env.ts";
import { notFoundError } from "../http/errors.ts";
import { rejectLargeBody, validateJson } from "../http/json-body.ts";
import { publishEvents, userActor } from "../http/publish-events.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { mediaAddressOf } from "./calendar-post.ts";
import { askR2, objectKey, removeObjects, readHead } from "./objects.ts";

const BODY_MAX_BYTES = 8 * 1_024;

/** `/functions/v1/material`: files that the user hands over, uploaded in parts. */
export function materialRoutes(deps: EdgeDeps) {
  const { db, apiLimiter: limiter, bucket } = deps;
  const keys = createMediaKeys(deps.config.AUTH_CODE_SECRET);

  const getMaterial = async (user: CurrentUserAt): Promise<MaterialResponse> => {
    const found = requireSignedIn(await listMaterial(db, user));
    const address = mediaAddressOf(deps);
    return {
      canAdd: found.canAdd,
      material: found.material.map(({ id, name, state, type, bytes, hasPoster, ...file }) => ({
        id,
        name,
        state,
        type,
        bytes,
        width: file.width,
        height: file.height,
        refusal: file.refusal,
        thumbnail:
          state === "ready" && type !== null && (hasPoster || MEDIA_TYPES[type].kind === "picture")
            ? address(id, "320")
            : null,
        original: state === "ready" ? address(id, "original") : null,
      })),
    };
  };

  /** Answers that there is no such file only while the session is valid. */
  const throwNotFound = async (user: CurrentUserAt): Promise<never> => {
    await getMaterial(user);
    throw notFoundError();
  };

  return newRoutes()
    .get("/", rateLimit(limiter), async (c) =>
      c.json(await getMaterial(await requireUserAt(c, deps))),
    )
    .post("/", ...validateJson(limiter, BODY_MAX_BYTES, StartUploadRequest), async (c) => {
      const user = await requireUserAt(c, deps);
      const upload = await startUpload(db, {
        user,
        newBusinessId: deps.makeId("business"),
        newMediaId: deps.makeId("media"),
        file: c.req.valid("json"),
      });
      if (upload === "refused") {
        await getMaterial(user);
        throw new AppError("no_subscription", MATERIAL_MESSAGES.noSubscription);
      }
      if (upload === "full") throw new AppError("material_full", MATERIAL_MESSAGES.full);
      const { id, parts } = upload;
      if (upload.uploadId === null) await beginObject(deps, id);
      const until = Math.floor((deps.now().getTime() + KEY_VALID_MS) / 1_000);
      const key = keys.sign({ action: "part", mediaId: id, file: null, until });
      return c.json<StartUploadResponse>({
        id,
        parts,
        address: `${deps.config.API_URL}/functions/v1/material/${id}/parts/:part?until=${until}&key=${key}`,
      });
    })
    .put(
      "/:id/parts/:part",
      // 300 MB a minute: quick lines wait, and slow ones never notice.
      rateLimit(limiter, "parts "),
      bodyLimit({ maxSize: PART_BYTES, onError: rejectLargeBody }),
      async (c) => {
        const mediaId = c.req.param("id");
        const part = wholeNumber(c.req.param("part"));
        const until = wholeNumber(c.req.query("until") ?? "");
        const isGranted = keys.isValid(
          { action: "part", mediaId, file: null, until },
          c.req.query("key") ?? "",
          deps.now().getTime(),
        );
        if (!isGranted) throw new AppError("forbidden", MATERIAL_MESSAGES.expired);
        const upload = await findUpload(db, mediaId);
        if (upload === null || upload.uploadId === null) throw notFoundError();
        const { bytes, uploadId } = upload;
        const { body } = c.req.raw;
        // HTTP holds a body to its length.
        const length = wholeNumber(c.req.header("content-length") ?? "");
        const isPart =
          part === POSTER_PART
            ? length > 0
            : part <= partCount(bytes) && length === partBytes(bytes, part);
        if (body === null || part < 0 || !isPart) {
          throw new AppError("invalid_input", MESSAGES.refused.invalidInput);
        }
        if (part === POSTER_PART) {
          await askR2(() => bucket.put(objectKey(mediaId, "poster"), body));
          return c.body(null, 204);
        }
        const first = part === 1 ? await askR2(() => readHead(body, SNIFF_BYTES)) : null;
        const type =
          first === null
            ? null
            : await requireType(c, deps, { mediaId, uploadId, bytes, head: first.head });
        const { etag } = await askR2(() =>
          bucket
            .resumeMultipartUpload(objectKey(mediaId, "raw"), uploadId)
            .uploadPart(part, first?.whole ?? body),
        );
        await savePart(db, { mediaId, part, etag, type });
        return c.body(null, 204);
      },
    )
    .post("/:id/complete", rateLimit(limiter), async (c) => {
      const user = await requireUserAt(c, deps);
      const mediaId = MediaId.safeParse(c.req.param("id")).data;
      const upload = mediaId === undefined ? null : await findOwnUpload(db, { user, mediaId });
      if (mediaId === undefined || upload === null) return throwNotFound(user);
      if (upload.state === "uploading") {
        await completeObject(deps, mediaId, upload);
        const event = newEvent(c.var.events, "MaterialUploaded", userActor(user.userId), {
          userId: user.userId,
          mediaId,
        });
        if (await completeUpload(db, event)) publishEvents(c, [event]);
      }
      return c.json(await getMaterial(user));
    })
    .delete("/:id", rateLimit(limiter), async (c) => {
      const user = await requireUserAt(c, deps);
      const mediaId = MediaId.safeParse(c.req.param("id")).data;
      if (mediaId === undefined) return throwNotFound(user);
      // A file that is gone already is as the user wants it; the worker deletes what stays behind here.
      const outcome = await removeMaterial(db, { user, mediaId });
      if (outcome === "kept") throw new AppError("material_in_post", MATERIAL_MESSAGES.inPost);
      if (outcome === "removed") {
        c.executionCtx.waitUntil(removeObjects(bucket, mediaId).catch(() => undefined));
      }
      return c.json(await getMaterial(user));
    });
}

/** @returns -1 for anything but a few digits */
function wholeNumber(text: string): number {
  return /^\d{1,12}$/.test(text) ? Number(text) : -1;
}

/** @throws {AppError} `not_found` when another tab removed the upload meanwhile */
async function beginObject({ db, bucket }: EdgeDeps, mediaId: string): Promise<void> {
  const begun = await askR2(() => bucket.createMultipartUpload(objectKey(mediaId, "raw")));
  const standing = await saveUploadId(db, { mediaId, uploadId: begun.uploadId });
  if (standing !== begun.uploadId) await askR2(() => begun.abort());
  if (standing === null) throw notFoundError();
}

type FirstPart = { mediaId: string; uploadId: string; bytes: number; head: Uint8Array };

/** @throws {AppError} `material_refused` for a type that we do not take, or that is smaller */
async function requireType(
  c: AppContext,
  { db, bucket }: EdgeDeps,
  { mediaId, uploadId, bytes, head }: FirstPart,
): Promise<MediaType> {
  const sniffed = sniffMedia(head);
  if (isMediaType(sniffed) && bytes <= MEDIA_TYPES[sniffed].maxBytes) return sniffed;
  await dropUpload(db, mediaId);
  c.executionCtx.waitUntil(removeObjects(bucket, mediaId, uploadId).catch(() => undefined));
  const message = isMediaType(sniffed)
    ? MATERIAL_MESSAGES.tooLarge(sniffed)
    : MATERIAL_MESSAGES.unsupported[sniffed];
  throw new AppError("material_refused", message);
}

async function completeObject(
  { bucket }: EdgeDeps,
  mediaId: string,
  { bytes, uploadId, parts }: OwnUpload,
): Promise<void> {
  if (uploadId === null || parts.length < partCount(bytes)) {
    throw new AppError("material_incomplete", MATERIAL_MESSAGES.incomplete);
  }
  const key = objectKey(mediaId, "raw");
  await askR2(async () => {
    try {
      await bucket.resumeMultipartUpload(key, uploadId).complete(parts);
    } catch (error) {
      // On a repeat the upload is finished and its object exists.
      if ((await bucket.head(key))?.size !== bytes) throw error;
    }
  });
}

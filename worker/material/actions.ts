import { hash } from "node:crypto";
import {
  isMediaType,
  MEDIA_TYPES,
  type MediaRefusal,
  type MediaType,
  renditionRule,
  sniffMedia,
} from "#contracts/content/media.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import type { Db } from "#db/client.ts";
import { forgetRemovedMedia, listRemovedMedia } from "#db/content/media/change-media.ts";
import { dropUpload, finishCheck } from "#db/content/media/change-uploads.ts";
import { findMedia } from "#db/content/media/find-media.ts";
import { KEY_VALID_MS } from "#db/content/media/media-address.ts";
import type { Owned } from "#db/content/post-owner.ts";
import { addMedia } from "#db/ops/team-media.ts";
import type { MaterialStore } from "../adapters/material-store.ts";
import type { UsableFile } from "./checked-file.ts";
import type { FileChecker } from "./run-file-checker.ts";

export type MaterialActions = Pick<FileChecker, "makePortrait"> & {
  /** Null when the customer removed the file meanwhile. */
  check(mediaId: string): Promise<"ready" | MediaRefusal | null>;
  /** @returns why it was not added; null when it was */
  add(file: OperatorFile): Promise<string | null>;
  /** Notes where no restored database forgets it that the account is gone, and deletes its files. */
  eraseOwner(userId: string): Promise<number>;
  /**
   * Deletes the objects of all media whose rows are gone.
   *
   * @returns of how many
   */
  removeObjects(): Promise<number>;
};

type OperatorFile = {
  id: string;
  newBusinessId: string;
  owner: Owned;
  name: string;
  bytes: Buffer;
  /** A picture that stands for the video until it is played; what is none is left out. */
  poster?: Buffer | undefined;
  /** The operator's name. */
  by: string;
};

const BATCH_MAX = 500;

export function createMaterialActions({
  db,
  store,
  checker,
  now,
}: {
  db: Db;
  store: MaterialStore;
  checker: FileChecker;
  now: () => Date;
}): MaterialActions {
  async function save(
    mediaId: string,
    type: MediaType,
    { poster = [], ...file }: UsableFile & { poster?: UsableFile["renditions"] },
  ): Promise<void> {
    const { original, width, height, seconds } = file;
    const renditions = [...file.renditions, ...poster];
    await Promise.all([
      store.write(mediaId, "original", original, type),
      ...renditions.map(({ rendition, bytes }) =>
        store.write(mediaId, rendition, bytes, renditionRule(rendition).type),
      ),
    ]);
    await finishCheck(db, mediaId, {
      state: "ready",
      sha256: hash("sha256", original),
      bytes: original.length,
      width,
      height,
      seconds,
      hasPoster: poster.length > 0,
    });
  }

  /** Browsers draw it from the video's first frame: the worker decodes no films. */
  async function posterOf(
    film: MediaType,
    read: () => Promise<Buffer | null>,
  ): Promise<UsableFile["renditions"]> {
    const bytes = MEDIA_TYPES[film].kind === "video" ? await read() : null;
    const type = bytes === null ? "other" : sniffMedia(bytes);
    if (bytes === null || !isMediaType(type) || MEDIA_TYPES[type].kind !== "picture") return [];
    const checked = await checker.check(bytes, type);
    return typeof checked === "string" ? [] : checked.renditions;
  }

  // Each is deleted again until its upload keys have expired, because an upload may end after its row.
  async function removeObjects(): Promise<number> {
    const before = new Date(now().getTime() - KEY_VALID_MS).toISOString();
    const removed = await listRemovedMedia(db, BATCH_MAX);
    for (const { id, uploadId } of removed) await store.remove(id, uploadId);
    const ids = removed.map(({ id }) => id);
    if (ids.length > 0) await forgetRemovedMedia(db, ids, before);
    return ids.length;
  }

  return {
    removeObjects,

    async eraseOwner(userId) {
      await store.noteErased(userId);
      return removeObjects();
    },

    makePortrait: (bytes) => checker.makePortrait(bytes),

    async add({ id, bytes, poster, ...file }) {
      const type = sniffMedia(bytes);
      if (!isMediaType(type)) return MATERIAL_MESSAGES.unsupported[type];
      if (bytes.length > MEDIA_TYPES[type].maxBytes) return MATERIAL_MESSAGES.tooLarge(type);
      const sha256 = hash("sha256", bytes);
      const checked = await checker.check(bytes, type);
      if (typeof checked === "string") return MATERIAL_MESSAGES.refused[checked];
      const at = now().toISOString();
      if (!(await addMedia(db, { ...file, id, bytes: bytes.length, type, sha256, at }))) {
        return "This file is being added already.";
      }
      try {
        const frame = await posterOf(type, async () => poster ?? null);
        await save(id, type, { ...checked, poster: frame });
      } catch (error) {
        // The same file may be sent again at once.
        await dropUpload(db, id);
        throw error;
      }
      return null;
    },

    async check(mediaId) {
      const found = await findMedia(db, mediaId);
      if (found === null) return null;
      const { state, type } = found;
      if (state === "checking" && type !== null) {
        const raw = await store.read(mediaId, "raw");
        const checked = raw === null ? "damaged" : await checker.check(raw, type);
        if (typeof checked === "string") {
          await store.remove(mediaId, null);
          await finishCheck(db, mediaId, { state: "refused", refusal: checked });
          return checked;
        }
        const poster = await posterOf(type, () => store.read(mediaId, "poster"));
        await save(mediaId, type, { ...checked, poster });
      }
      await store.removeRaw(mediaId);
      return "ready";
    },
  };
}

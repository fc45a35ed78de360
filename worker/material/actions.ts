import type { Db } from "#db/client.ts";
import { findMedia } from "#db/content/media/find-media.ts";
import { finishCheck } from "#db/content/media/finish-check.ts";
import { KEY_VALID_MS } from "#db/content/media/media-address.ts";
import { forgetRemovedMedia, listRemovedMedia } from "#db/content/media/removed-media.ts";
import type { MediaRefusal } from "#contracts/content/media.ts";
import type { MaterialStore } from "../adapters/material.ts";
import { checkFile, sha256Of } from "./check-file.ts";

export type MaterialActions = {
  /** Null when the customer removed the file meanwhile. */
  check(mediaId: string): Promise<"ready" | MediaRefusal | null>;
  /** Deletes the objects of all media whose rows are gone. @returns of how many */
  removeObjects(): Promise<number>;
};

const BATCH_MAX = 500;

export function createMaterialActions({
  db,
  store,
  now,
}: {
  db: Db;
  store: MaterialStore;
  now: () => Date;
}): MaterialActions {
  return {
    async check(mediaId) {
      const found = await findMedia(db, mediaId);
      if (found === null) return null;
      const { state, type } = found;
      if (state === "checking" && type !== null) {
        const raw = await store.read(mediaId, "raw");
        const checked = raw === null ? "damaged" : await checkFile(raw, type);
        if (typeof checked === "string") {
          await store.remove(mediaId, null);
          await finishCheck(db, mediaId, { state: "refused", refusal: checked });
          return checked;
        }
        const { original, renditions, width, height, seconds } = checked;
        await store.write(mediaId, "original", original, type);
        for (const { rendition, bytes } of renditions) {
          await store.write(mediaId, rendition, bytes, "image/webp");
        }
        const [sha256, bytes] = [sha256Of(original), original.length];
        await finishCheck(db, mediaId, { state: "ready", sha256, bytes, width, height, seconds });
      }
      await store.removeRaw(mediaId);
      return "ready";
    },

    // Each is deleted again until no key to write it is valid any more: an upload may end after its row.
    async removeObjects() {
      const before = new Date(now().getTime() - KEY_VALID_MS).toISOString();
      const removed = await listRemovedMedia(db, BATCH_MAX);
      for (const { id, uploadId } of removed) await store.remove(id, uploadId);
      const ids = removed.map(({ id }) => id);
      if (ids.length > 0) await forgetRemovedMedia(db, ids, before);
      return ids.length;
    },
  };
}

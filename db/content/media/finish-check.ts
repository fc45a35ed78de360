import { and, eq, inArray } from "drizzle-orm";
import type { MediaRefusal } from "#contracts/content/media.ts";
import type { Db } from "#db/client.ts";
import { media } from "#db/schema/media.ts";

type CheckedMedia =
  | { state: "refused"; refusal: MediaRefusal }
  | {
      state: "ready";
      sha256: string;
      bytes: number;
      width: number | null;
      height: number | null;
      seconds: number | null;
    };

export async function finishCheck(db: Db, mediaId: string, checked: CheckedMedia): Promise<void> {
  await db
    .update(media)
    .set(checked)
    .where(and(eq(media.id, mediaId), inArray(media.state, ["uploading", "checking"])));
}

import { eq } from "drizzle-orm";
import type { MediaState, MediaType } from "#contracts/content/media.ts";
import type { Db } from "#db/client.ts";
import { media } from "#db/schema/media.ts";

type FoundMedia = { state: MediaState; type: MediaType | null };

export async function findMedia(db: Db, mediaId: string): Promise<FoundMedia | null> {
  const [found] = await db
    .select({ state: media.state, type: media.type })
    .from(media)
    .where(eq(media.id, mediaId));
  return found ?? null;
}

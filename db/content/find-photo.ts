import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { operatorPhotos } from "#db/schema/operators.ts";
import { activeOperators } from "../accounts/account-manager-sql.ts";

/** A JPEG. Null once it was replaced or removed, or its operator became a viewer or left. */
export async function findPhoto(db: Db, id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const [photo] = await rowsOf(db, z.object({ base64: z.string() }))`
    select encode(photo.bytes, 'base64') as base64 from ${operatorPhotos} photo
    join (${activeOperators()}) on operator.user_id = photo.user_id where photo.id = ${id}`;
  return photo === undefined ? null : Uint8Array.from(Buffer.from(photo.base64, "base64"));
}

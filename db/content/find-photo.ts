import * as z from "zod";
import { type Db, findValueOf } from "#db/client.ts";
import { operatorPhotos } from "#db/schema/operators.ts";
import { activeOperators } from "../accounts/account-manager-sql.ts";

/** A JPEG. Null once it was replaced or removed, or its operator became a viewer or left. */
export async function findPhoto(db: Db, id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const base64 = await findValueOf(db, z.string())`
    select encode(photo.bytes, 'base64') from ${operatorPhotos} photo
    join (${activeOperators()}) on operator.user_id = photo.user_id where photo.id = ${id}`;
  return base64 === null ? null : Uint8Array.from(Buffer.from(base64, "base64"));
}

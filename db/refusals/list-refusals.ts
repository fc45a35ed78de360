import type { Db } from "#db/client.ts";
import { type RefusalCause, refusals } from "#db/schema/events.ts";

export function listRefusals(db: Db): Promise<{ cause: RefusalCause; count: number }[]> {
  return db.select({ cause: refusals.cause, count: refusals.count }).from(refusals);
}

import type { Db } from "#db/client.ts";
import { edgeRequests } from "#db/schema/events.ts";
import type { EdgeRequestCount } from "./add-edge-requests.ts";

export function listEdgeRequests(db: Db): Promise<EdgeRequestCount[]> {
  return db.select().from(edgeRequests);
}

import { asc, inArray } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { invariantChecks } from "#db/schema/invariants.ts";
import { type Invariant, INVARIANTS } from "./invariants.ts";

export type InvariantCheck = Omit<typeof invariantChecks.$inferSelect, "invariant"> & {
  invariant: Invariant;
};

/** Lists the last check of each invariant; rows of invariants that are no more stay behind. */
export async function listInvariantChecks(db: Db): Promise<InvariantCheck[]> {
  const rows = await db
    .select()
    .from(invariantChecks)
    .where(inArray(invariantChecks.invariant, Object.keys(INVARIANTS)))
    .orderBy(asc(invariantChecks.invariant));
  return rows as InvariantCheck[];
}

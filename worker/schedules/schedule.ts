import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";

/** May run twice, in any process. */
export type Schedule = {
  /** Cron, in UTC. */
  pattern: string;
  /** @returns counts for the log, no personal data */
  run: () => Promise<Readonly<Record<string, number>>>;
};

/** What a schedule needs that records events. */
export type ScheduleDeps = { db: Db; makeId: MakeId; now: () => Date };

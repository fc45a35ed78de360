import { sql } from "drizzle-orm";
import type { Actor } from "#contracts/events/envelope.ts";

const WORKER: Actor = { kind: "system", name: "worker" };

/** The actor of what the worker did by itself; who caused the event stands with the event. */
export const WORKER_ACTOR = sql`${JSON.stringify(WORKER)}::jsonb`;

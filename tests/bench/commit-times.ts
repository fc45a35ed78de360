import pg from "pg";
import type { Stack } from "../stack/stack.ts";

/**
 * Enables `track_commit_timestamp`, so that the completion time of an effect is read afterwards
 * instead of polled.
 */
export async function recordCommitTimes(stack: Stack): Promise<void> {
  const client = new pg.Client({ connectionString: stack.urls.databaseUrl });
  await client.connect();
  await client.query("alter system set track_commit_timestamp = on");
  await client.end();
  await stack.parts.postgres.restart();
}

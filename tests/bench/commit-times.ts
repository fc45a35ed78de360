import pg from "pg";
import type { Stack } from "../stack/stack.ts";

/**
 * Has PostgreSQL remember when each transaction committed, so that the moment at which an effect was settled
 * can be read afterwards instead of being watched for, which would cost what is measured.
 */
export async function recordCommitTimes(stack: Stack): Promise<void> {
  const client = new pg.Client({ connectionString: stack.urls.databaseUrl });
  await client.connect();
  await client.query("alter system set track_commit_timestamp = on");
  await client.end();
  await stack.parts.postgres.restart();
}

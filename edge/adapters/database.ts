import { neon, neonConfig } from "@neondatabase/serverless";
import { drizzle } from "drizzle-orm/neon-http";
import type { Db } from "#db/client.ts";
import type { EdgeConfig } from "../config.ts";

/** A customer waits: a slower database counts as down. */
const STATEMENT_LIMIT_MS = 5_000;

/** Neon over HTTP holds no connection, so the isolate shares one client. */
export function connectNeon(
  config: Pick<EdgeConfig, "DATABASE_URL" | "NEON_FETCH_ENDPOINT">,
  onUnreachable: () => void = () => {},
): Db {
  if (config.NEON_FETCH_ENDPOINT !== undefined) {
    neonConfig.fetchEndpoint = config.NEON_FETCH_ENDPOINT;
  }
  neonConfig.fetchFunction = async (input: RequestInfo, init: RequestInit) => {
    try {
      return await fetch(input, { ...init, signal: AbortSignal.timeout(STATEMENT_LIMIT_MS) });
    } catch (error) {
      onUnreachable();
      throw error;
    }
  };
  return drizzle(neon(config.DATABASE_URL));
}

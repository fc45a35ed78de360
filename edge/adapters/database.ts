import { neon, neonConfig } from "@neondatabase/serverless";
import { DrizzleQueryError } from "drizzle-orm";
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

/** Other codes are the network's (`ECONNREFUSED`). */
const SQLSTATE = /^[0-9A-Z]{5}$/;

// SQLSTATE classes about the server's state, not the statement: connection (08), resources (53),
// operator intervention such as shutdown (57), standby or lost role (25006).
const UNAVAILABLE_SQLSTATE = /^(08|53|57|25006)/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError)) return false;
  const { cause } = error;
  if (typeof cause !== "object" || !("code" in cause)) return true;
  const code = String(cause.code);
  return !SQLSTATE.test(code) || UNAVAILABLE_SQLSTATE.test(code);
}

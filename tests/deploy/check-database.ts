import { sql } from "drizzle-orm";
import pg from "pg";
import * as z from "zod";
import {
  appliedHashes,
  knownMigrations,
  type Migration,
  schemaState,
  WAY_OUT,
} from "#db/bin/migrate.ts";
import type { Env } from "#db/bin/target.ts";
import { rowsOf } from "#db/client.ts";
import { connectNeon } from "../../edge/adapters/database.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";
import { describeRejection } from "./describe-rejection.ts";

const RESPONSE_LIMIT_MS = 8_000;

/** The server's start time identifies it. */
const IDENTIFY = `select current_database() || ' ' || pg_postmaster_start_time() as id,
  current_setting('statement_timeout') as statement_limit`;
const Identified = z.object({ id: z.string(), statementLimit: z.string() });

/** Only the role can limit statements where the session sets nothing: through a pooler, and over HTTP. */
export function checkStatementLimit(
  about: string,
  limit: string,
  found: typeof failed | typeof note,
): CheckResult[] {
  if (limit !== "0") return [];
  const what = "has no limit for a statement: one that is stuck holds its locks";
  const toDo = "`alter role … set statement_timeout = '5s'` for the role of this address";
  return found === note ? [note(about, `${what}; ${toDo}`)] : [failed(about, what, toDo)];
}

/** `id` is null when the server did not answer. */
type Probe = { readonly id: string | null; readonly results: readonly CheckResult[] };
const NOT_SET: Probe = { id: null, results: [] };

/** Queries the edge's URL over HTTP and the worker's over connections. */
export async function checkDatabase(edge: Env, worker: Env): Promise<CheckResult[]> {
  const [atWorker, pooled, atEdge] = await Promise.all([
    probeDirectly(worker),
    probePooled(worker),
    probeOverHttp(edge),
  ]);
  const results = [atWorker, pooled, atEdge].flatMap((probe) => probe.results);
  if (differ(atWorker, atEdge)) {
    const toDo = "give both addresses of one database: pooled for the edge, direct for the worker";
    results.push(failed("DATABASE_URL", "is not the same database at edge and worker", toDo));
  }
  if (differ(atWorker, pooled)) {
    const toDo = "give the pooled address of the database of DATABASE_URL";
    results.push(failed("DATABASE_POOL_URL (worker)", "is another database", toDo));
  }
  return results;
}

function differ(one: Probe, other: Probe): boolean {
  return one.id !== null && other.id !== null && one.id !== other.id;
}

function probeDirectly({ DATABASE_URL: url }: Env): Promise<Probe> {
  const about = "DATABASE_URL (worker)";
  if (url !== undefined && new URL(url).hostname.split(".")[0]?.endsWith("-pooler") === true) {
    const what = "is a pooled address, on which the relay hears no notification";
    return Promise.resolve({ id: null, results: [failed(about, what, "take the direct one")] });
  }
  return probe(about, url, async (client) => [
    checkMigrations(knownMigrations(), await appliedHashes(client)),
  ]);
}

function probePooled({ DATABASE_POOL_URL: url }: Env): Promise<Probe> {
  const about = "DATABASE_POOL_URL (worker)";
  return probe(about, url, (_, limit) =>
    Promise.resolve(checkStatementLimit(about, limit, failed)),
  );
}

async function probe(
  about: string,
  url: string | undefined,
  check: (client: pg.Client, statementLimit: string) => Promise<readonly CheckResult[]>,
): Promise<Probe> {
  if (url === undefined) return NOT_SET;
  const client = new pg.Client({
    connectionString: url,
    application_name: "tidepost-doctor",
    connectionTimeoutMillis: RESPONSE_LIMIT_MS,
    query_timeout: RESPONSE_LIMIT_MS,
  });
  // The failing query reports the error.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string; statement_limit: string }>(IDENTIFY);
    const limit = rows[0]?.statement_limit ?? "";
    const results = [ok(about, "answers"), ...(await check(client, limit))];
    return { id: rows[0]?.id ?? null, results };
  } catch (error) {
    return unreachable(about, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function probeOverHttp({ DATABASE_URL, NEON_FETCH_ENDPOINT }: Env): Promise<Probe> {
  const about = "DATABASE_URL (edge)";
  if (DATABASE_URL === undefined) return NOT_SET;
  try {
    const db = connectNeon({ DATABASE_URL, NEON_FETCH_ENDPOINT });
    const [row] = await rowsOf(db, Identified)`${sql.raw(IDENTIFY)}`;
    const limit = checkStatementLimit(about, row?.statementLimit ?? "", note);
    return { id: row?.id ?? null, results: [ok(about, "answers over HTTP"), ...limit] };
  } catch (error) {
    return unreachable(about, error);
  }
}

function unreachable(about: string, error: unknown): Probe {
  const toDo = "check address, role and password, and whether the database is awake";
  return { id: null, results: [failed(about, describeRejection(error), toDo)] };
}

/** @param applied hashes, oldest first */
export function checkMigrations(
  known: readonly Pick<Migration, "tag" | "hash">[],
  applied: readonly string[],
): CheckResult {
  const about = "migrations";
  const state = schemaState(
    known.map(({ hash }) => hash),
    applied,
  );
  if (state === "newer" || state === "foreign") {
    return failed(about, `the schema is ${state}`, WAY_OUT[state]);
  }
  if (state === "newest") return ok(about, `all ${known.length} are applied`);
  const open = known.slice(applied.length).map(({ tag }) => tag);
  const toDo = "npm run db:migrate, or a deploy, which begins with it";
  return { about, state: "pending", what: `not applied yet: ${open.join(", ")}`, toDo };
}

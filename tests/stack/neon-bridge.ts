import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import pg from "pg";

// The Neon driver asks for arrays of raw text and parses types itself.
const RAW_TEXT = { getTypeParser: () => (value: string) => value };

// Leaves connections for the worker and the tests.
const POOL_SIZE = 24;

// Shorter than the edge's statement timeout.
const CONNECTION_TIMEOUT_MS = 2_500;

// The product has a few dozen statements; the cap bounds memory for statements with inlined values.
const PREPARED_STATEMENTS_MAX = 500;

// Longer than workerd's idle timeout: otherwise a request may meet a connection that is being
// closed.
const KEEP_ALIVE_MS = 120_000;

const ISOLATION_LEVELS: Readonly<Record<string, string>> = {
  ReadUncommitted: "read uncommitted",
  ReadCommitted: "read committed",
  RepeatableRead: "repeatable read",
  Serializable: "serializable",
};

const ERROR_FIELDS = [
  "severity",
  "code",
  "detail",
  "hint",
  "position",
  "internalPosition",
  "internalQuery",
  "where",
  "schema",
  "table",
  "column",
  "dataType",
  "constraint",
  "file",
  "line",
  "routine",
] as const;

interface Statement {
  readonly query: string;
  readonly params?: readonly unknown[];
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface BridgeStats {
  readonly roundTrips: number;
  readonly statements: number;
}

export interface NeonBridge {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves Neon's SQL over HTTP for one Postgres database: `POST /sql`, and for tests `GET /stats`
 * and `POST /stats/reset`.
 *
 * @param options.databaseUrl the only connection string that is accepted
 * @param options.port 0 takes any free port
 */
export async function startNeonBridge(options: {
  databaseUrl: string;
  port: number;
}): Promise<NeonBridge> {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    application_name: "neon-bridge",
  });
  // Fault tests kill Postgres: a broken idle connection must not end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

  const accepted = addressOf(options.databaseUrl);
  const statementNames = new Map<string, string>();
  let stats = { roundTrips: 0, statements: 0 };

  function nameFor(text: string): string | undefined {
    const known = statementNames.get(text);
    if (known !== undefined || statementNames.size >= PREPARED_STATEMENTS_MAX) return known;
    const name = `bridge_${statementNames.size}`;
    statementNames.set(text, name);
    return name;
  }

  async function run(client: pg.PoolClient, statement: Statement): Promise<unknown> {
    const name = nameFor(statement.query);
    const result = await client.query<unknown[]>({
      text: statement.query,
      values: [...(statement.params ?? [])],
      rowMode: "array",
      types: RAW_TEXT,
      ...(name === undefined ? {} : { name }),
    });
    const { command, rowCount, fields, rows } = result;
    return { command, rowCount, fields, rows, rowAsArray: true };
  }

  async function runBatch(
    client: pg.PoolClient,
    begin: string,
    statements: readonly Statement[],
  ): Promise<unknown> {
    await client.query(begin);
    try {
      const results: unknown[] = [];
      for (const statement of statements) results.push(await run(client, statement));
      await client.query("commit");
      return { results };
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    }
  }

  async function onConnection(work: (client: pg.PoolClient) => Promise<unknown>): Promise<unknown> {
    const client = await pool.connect();
    let broken = false;
    try {
      return await work(client);
    } catch (error) {
      broken = !leavesConnectionUsable(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function answerSql(request: IncomingMessage): Promise<Answer> {
    const named = request.headers["neon-connection-string"];
    if (typeof named !== "string" || addressOf(named) !== accepted) {
      return { status: 400, body: { message: "password authentication failed", code: "28P01" } };
    }
    const asked = parseStatements(await readBody(request));
    if (asked === null) return { status: 400, body: { message: "invalid request body" } };

    stats.roundTrips += 1;
    stats.statements += asked.statements.length;
    const begin = beginStatement(request);
    const work = (client: pg.PoolClient): Promise<unknown> => {
      const [only] = asked.statements;
      return asked.isBatch || only === undefined
        ? runBatch(client, begin, asked.statements)
        : run(client, only);
    };
    try {
      return { status: 200, body: await onConnection(work) };
    } catch (error) {
      if (!isStalePlan(error)) return describeFailure(error);
    }
    // A migration changed a table under a prepared statement. Postgres has executed nothing, so a
    // new connection may retry.
    try {
      return { status: 200, body: await onConnection(work) };
    } catch (error) {
      return describeFailure(error);
    }
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    switch (`${request.method} ${request.url}`) {
      case "POST /sql":
        return answerSql(request);
      case "GET /stats":
        return { status: 200, body: stats };
      case "POST /stats/reset":
        stats = { roundTrips: 0, statements: 0 };
        return { status: 200, body: stats };
      case "GET /healthz":
        return { status: 200, body: { ok: true } };
      default:
        return { status: 404, body: { message: "not found" } };
    }
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (given) => send(response, given),
      (error: unknown) => send(response, describeFailure(error)),
    );
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const port = await listen(server, options.port);
  return {
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await pool.end();
    },
  };
}

/** Compares host, port and database only, because the driver adds parameters. */
function addressOf(connectionString: string): string | null {
  if (!URL.canParse(connectionString)) return null;
  const url = new URL(connectionString);
  return [url.username, url.password, url.hostname, url.port, url.pathname].join(" ");
}

function parseStatements(body: string): { isBatch: boolean; statements: Statement[] } | null {
  let asked: unknown;
  try {
    asked = JSON.parse(body);
  } catch {
    return null;
  }
  if (isStatement(asked)) return { isBatch: false, statements: [asked] };
  if (typeof asked !== "object" || asked === null || !("queries" in asked)) return null;
  const { queries } = asked;
  return Array.isArray(queries) && queries.every(isStatement)
    ? { isBatch: true, statements: queries }
    : null;
}

function isStatement(value: unknown): value is Statement {
  if (typeof value !== "object" || value === null || !("query" in value)) return false;
  return typeof value.query === "string" && (!("params" in value) || Array.isArray(value.params));
}

function beginStatement(request: IncomingMessage): string {
  const level = ISOLATION_LEVELS[String(request.headers["neon-batch-isolation-level"])];
  return [
    "begin",
    level === undefined ? "" : `isolation level ${level}`,
    request.headers["neon-batch-read-only"] === "true" ? "read only" : "",
    request.headers["neon-batch-deferrable"] === "true" ? "deferrable" : "",
  ].join(" ");
}

function leavesConnectionUsable(error: unknown): boolean {
  // After a FATAL error Postgres closes the connection.
  return error instanceof pg.DatabaseError && error.severity === "ERROR" && !isStalePlan(error);
}

function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "0A000" &&
    error.message.includes("cached plan")
  );
}

/** Passes on errors of Postgres; an unreachable Postgres is an error of the service. */
function describeFailure(error: unknown): Answer {
  if (error instanceof pg.DatabaseError) {
    const fields = Object.fromEntries(ERROR_FIELDS.map((field) => [field, error[field]]));
    return { status: 400, body: { message: error.message, ...fields } };
  }
  const reason = error instanceof Error ? error.message : "unknown";
  return { status: 500, body: { message: `database unreachable: ${reason}`, code: null } };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, given: Answer): void {
  const body = Buffer.from(JSON.stringify(given.body));
  response.writeHead(given.status, {
    "content-type": "application/json",
    "content-length": body.length,
  });
  response.end(body);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

if (import.meta.main) {
  const { DATABASE_URL, PORT } = process.env;
  if (DATABASE_URL === undefined || PORT === undefined) {
    console.error("The Neon bridge needs DATABASE_URL and PORT.");
    process.exit(1);
  }
  const bridge = await startNeonBridge({ databaseUrl: DATABASE_URL, port: Number(PORT) });
  process.once("SIGTERM", () => {
    void bridge.close().then(() => process.exit(0));
  });
}

import { execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { platform } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { createPart, type Part, type PartWatch } from "./part.ts";
import { type Cluster, placeCluster, relocatedTo } from "./postgres-place.ts";
import { processIdentity } from "./process-identity.ts";
import { StackError } from "./stack-error.ts";

const SUPERUSER = "postgres";
const DATABASE = "tidepost";

// Room for the bridge's pool, several workers' pools, BullMQ's listeners and the tests' own connections.
const MAX_CONNECTIONS = 200;

const WRONG_PASSWORD = "28P01";

const LEFTOVER_STOP_MS = 10_000;

/** The address of the stack's own database. */
export function databaseUrl(options: { port: number; password: string }): string {
  return `postgres://${SUPERUSER}:${options.password}@127.0.0.1:${options.port}/${DATABASE}`;
}

/**
 * A PostgreSQL 18 server of the stack's own, from the binaries of an npm package. Its data stays in
 * `<dir>/postgres` between runs.
 *
 * @param options.password password of the superuser, set when the data directory is made
 */
export function createPostgres(options: {
  dir: string;
  port: number;
  password: string;
  watch: PartWatch;
}): Part {
  const cluster = placeCluster(options.dir);
  const adminUrl = `postgres://${SUPERUSER}:${options.password}@127.0.0.1:${options.port}/postgres`;
  return createPart({
    name: "postgres",
    command: cluster.binaries.postgres,
    args: [
      "-D",
      cluster.dataDir,
      "-p",
      String(options.port),
      ...setting("listen_addresses", "127.0.0.1"),
      // Only TCP is used, and a socket in /tmp would be one more thing to be left behind.
      ...setting("unix_socket_directories", ""),
      ...setting("max_connections", String(MAX_CONNECTIONS)),
      ...setting("timezone", "UTC"),
      ...setting("log_timezone", "UTC"),
    ],
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
    ...(cluster.user === undefined ? {} : { user: cluster.user }),
    // "Fast" shutdown: open transactions are rolled back, connections closed, everything written.
    stopSignal: "SIGINT",
    prepare: async () => {
      await stopLeftover(cluster.dataDir);
      await initialise(cluster, options.password, options.watch.logFile);
    },
    // After a SIGKILL the orphaned backends hold the shared memory until they notice.
    isPassing: (written) => written.includes("pre-existing shared memory block"),
    isHealthy: () => answersAndHasDatabase(adminUrl),
    ...options.watch,
  });
}

/** Removes a cluster and its data. It must not be running. */
export async function removePostgres(dir: string): Promise<void> {
  const link = join(dir, "postgres");
  const moved = relocatedTo(link);
  await stopLeftover(moved ?? link);
  if (moved !== null) rmSync(dirname(moved), { recursive: true, force: true });
  rmSync(link, { recursive: true, force: true });
}

function setting(name: string, value: string): [string, string] {
  return ["-c", `${name}=${value}`];
}

async function answersAndHasDatabase(adminUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 1_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === WRONG_PASSWORD) {
      throw new StackError(
        "The database was made with another password than secrets.json holds: run npm run reset.",
      );
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function initialise(cluster: Cluster, password: string, logFile: string): Promise<void> {
  if (existsSync(join(cluster.dataDir, "PG_VERSION"))) return;
  // Made beside its place and then moved, so that an interrupted start leaves nothing half-made.
  const making = `${cluster.dataDir}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  const passwordFile = `${making}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (cluster.user !== undefined) {
    for (const path of [making, passwordFile]) chownSync(path, cluster.user.uid, cluster.user.gid);
  }
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, "a");
  const initdb = spawn(
    cluster.binaries.initdb,
    [
      `--pgdata=${making}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      // The same on every machine, whichever locales it has.
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      // There is nothing to lose yet.
      "--no-sync",
    ],
    {
      stdio: ["ignore", log, log],
      env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
      ...cluster.user,
    },
  );
  closeSync(log);
  const status = await new Promise<number | null>((resolve, reject) => {
    initdb.once("error", reject);
    initdb.once("exit", resolve);
  });
  rmSync(passwordFile, { force: true });
  if (status !== 0) {
    throw new StackError(`PostgreSQL's data directory could not be made: read ${logFile}.`);
  }
  rmSync(cluster.dataDir, { recursive: true, force: true });
  renameSync(making, cluster.dataDir);
}

/**
 * Ends the server that a killed launcher left running on this data, and clears a pid file that stands for
 * somebody else's process, which PostgreSQL itself would take for a server that still runs.
 */
async function stopLeftover(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
  const identity = Number.isInteger(pid) ? processIdentity(pid) : null;
  if (identity !== null && commandOf(pid).includes(dataDir)) {
    process.kill(pid, "SIGINT");
    const deadline = Date.now() + LEFTOVER_STOP_MS;
    while (processIdentity(pid) === identity && Date.now() < deadline) await delay(25);
    if (processIdentity(pid) === identity) process.kill(pid, "SIGKILL");
  }
  rmSync(pidFile, { force: true });
}

function commandOf(pid: number): string {
  try {
    if (platform() === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

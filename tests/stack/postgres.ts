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

// Room for the bridge, several workers, BullMQ's listeners and the tests.
const MAX_CONNECTIONS = 200;

const WRONG_PASSWORD = "28P01";

const LEFTOVER_STOP_MS = 10_000;

export function databaseUrl(options: { port: number; password: string }): string {
  return `postgres://${SUPERUSER}:${options.password}@127.0.0.1:${options.port}/${DATABASE}`;
}

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
      // Only TCP is used.
      ...setting("unix_socket_directories", ""),
      ...setting("max_connections", String(MAX_CONNECTIONS)),
      ...setting("timezone", "UTC"),
      ...setting("log_timezone", "UTC"),
    ],
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
    ...(cluster.user === undefined ? {} : { user: cluster.user }),
    // SIGINT is Postgres' fast shutdown: rolls back, disconnects, writes everything.
    stopSignal: "SIGINT",
    prepare: async () => {
      await stopLeftover(cluster.dataDir);
      await initialise(cluster, options.password, options.watch.logFile);
    },
    // After a SIGKILL, orphaned backends hold the shared memory for a while.
    isTransient: (written) => written.includes("pre-existing shared memory block"),
    isHealthy: () => answersAndHasDatabase(adminUrl),
    ...options.watch,
  });
}

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
  // Renamed into place when complete, so that an interrupted start leaves no broken cluster.
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
      // Each connection would repeat the default of 4,096 on both sides, which protects guessable passwords; this one is random.
      "--set=scram_iterations=1",
      // Independent of the machine's locale.
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      // A new cluster has no data to lose.
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
 * Ends the server of a killed launcher and removes a pid file that names another process, which
 * Postgres would take for a running server.
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

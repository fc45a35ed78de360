import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { SettingsError } from "#contracts/settings-error.ts";
import type { Migration } from "#db/bin/migrate.ts";
import { readEdgeConfig } from "../../edge/config.ts";
import { stampSite } from "../../web/stamp.ts";
import { readWorkerConfig } from "../../worker/config.ts";
import { describeBundle } from "../deploy/bundle-size.ts";
import { buildEdge, buildWorker, withBuiltSite } from "./builds.ts";
import { deleteDevVars, writeDevVars } from "./dev-vars.ts";
import { fillStripe } from "./fill-stripe.ts";
import { stopOrphans } from "./leftovers.ts";
import { type Lock, tryLock } from "./lock.ts";
import { bringToNewestSchema } from "./newest-schema.ts";
import { ensureOpsAccount, OPS_EMAIL } from "./ops-account.ts";
import { type Death, describePart, type Env, type Part, type PartName } from "./part.ts";
import { ALL_PARTS, describeParts } from "./parts.ts";
import { claimPorts, type PortBlock, type Ports } from "./ports.ts";
import { asQueue, chooseRedis, type Queue } from "./queue-choice.ts";
import { loadSecrets, type Secrets, signApiKeys } from "./secrets.ts";
import {
  asEnvFile,
  productSettings,
  publicUrls,
  STACK_SETTINGS,
  type StackUrls,
  usesStripeEmulator,
} from "./settings.ts";
import { StackError } from "./stack-error.ts";

const DEFAULT_PORT_BASE = 4100;

/** Intake first, then the worker, then the databases. */
const STOP_ORDER: readonly (readonly PartName[])[] = [
  ["site", "edge"],
  ["worker"],
  ["bridge", "emulators", "stripe"],
  ["redis", "postgres"],
];

export interface Step {
  readonly label: string;
  readonly tookMs?: number;
  readonly detail?: string;
}

interface StackOptions {
  readonly dir: string;
  /** First of ten ports, exactly these. Omitted: the next free ten from 4100. */
  readonly portBase?: number;
  /**
   * Overrides settings of edge and worker; `DATABASE_URL` and `REDIS_URL` replace the stack's own
   * servers.
   */
  readonly env?: Env;
  readonly queue?: Queue;
  /** Those of an earlier release; left out: all. */
  readonly migrations?: readonly Migration[];
  readonly parts?: readonly PartName[];
  /** Where a `wrangler dev` serves the API instead of the stack's edge, and another terminal runs the worker. */
  readonly wranglerPort?: number;
  /** File to write with the edge's settings, for a `wrangler dev` beside the stack. */
  readonly devVars?: string;
  readonly siteServer?: "pages" | "vite";
  readonly signal?: AbortSignal;
  readonly onStep?: (step: Step) => void;
  readonly onDeath?: (death: Death) => void;
}

export interface Stack {
  readonly dir: string;
  readonly ports: Ports;
  readonly urls: StackUrls;
  readonly parts: Readonly<Record<PartName, Part>>;
  readonly settings: Env;
  readonly hasPrivateRedis: boolean;
  readonly ops: { readonly email: string; readonly password: string };
  /** For an API of another terminal: the stack's own edge has the account when it is healthy. */
  makeOpsAccount(): Promise<void>;
  /** Stops every part in order and releases folder and ports; repeated calls are harmless. */
  stop(): Promise<void>;
}

/**
 * Starts all parts and waits until each is healthy. Meanwhile `<dir>/stack.json` lists the URLs.
 *
 * @throws {StackError} with one sentence; no process is left
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dir = resolve(options.dir);
  const lock = lockFolder(dir);
  let block: PortBlock | null = null;
  try {
    await stopOrphans(dir);
    block = await claimPorts({
      base: options.portBase ?? DEFAULT_PORT_BASE,
      fixed: options.portBase !== undefined,
      isWorkerElsewhere: options.wranglerPort !== undefined,
    });
    return await startParts({ options, dir, lock, block, secrets: await loadSecrets(dir) });
  } catch (error) {
    await block?.release();
    lock.release();
    throw error;
  }
}

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
  const { wranglerPort } = options;
  const ports = { ...block.ports, ...(wranglerPort !== undefined && { api: wranglerPort }) };
  const wanted = new Set(options.parts ?? ALL_PARTS);
  // An empty value counts as unset.
  const given: Env = Object.fromEntries(
    Object.entries(options.env ?? {}).filter(([, value]) => value !== undefined && value !== ""),
  );
  const redis = chooseRedis({
    wanted: options.queue ?? asQueue(given["QUEUE"]),
    redisUrl: given["REDIS_URL"],
    port: ports.redis,
  });
  const settings = productSettings({ given, dir, ports, secrets, redis });
  const inTerminals = wranglerPort !== undefined;
  const allSettings: Env = {
    ...settings,
    LISTEN_HOST: "127.0.0.1",
    // Beside the stack's worker, which has the port of the ops console, another takes any.
    PORT: String(wanted.has("worker") ? 0 : ports.ops),
  };
  if (wanted.has("edge") || inTerminals) checkSettings(readEdgeConfig, allSettings);
  if (wanted.has("worker") || inTerminals) checkSettings(readWorkerConfig, allSettings);
  const urls = await describeUrls(ports, settings, given);

  let isReady = false;
  const earlyFailure = earlyEnd(options.signal);
  const parts = describeParts({
    dir,
    ports,
    urls,
    settings,
    redis,
    wanted,
    hasApi: wanted.has("edge") || inTerminals,
    databasePassword: given["DATABASE_URL"] === undefined ? secrets.databasePassword : null,
    siteServer: options.siteServer ?? "pages",
    // A restarted part has a new pid.
    onHealthy: () => {
      if (isReady) writeStackFile(dir, urls, parts);
    },
    onDeath: (death) => {
      if (isReady) options.onDeath?.(death);
      else earlyFailure.becauseOf(death);
    },
  });
  const makeOpsAccount = () =>
    ensureOpsAccount({
      api: inTerminals ? urls.api : `http://127.0.0.1:${ports.api}`,
      serviceRoleKey: urls.serviceRoleKey,
      password: secrets.opsPassword,
      dir,
    });
  const stop = stopper({ dir, devVars: options.devVars, parts, lock, block });
  try {
    const starting = bringUp({
      options,
      dir,
      parts,
      settings,
      urls,
      makeOpsAccount,
      isStopping: stop.hasBegun,
    });
    await Promise.race([starting, earlyFailure.promise]);
  } catch (error) {
    await stop();
    throw error;
  }
  isReady = true;
  writeStackFile(dir, urls, parts);
  writeSettingsFile(dir, allSettings);
  if (options.devVars !== undefined) writeDevVars(options.devVars, settings);
  return {
    dir,
    ports,
    urls,
    parts,
    settings,
    hasPrivateRedis: redis !== null && redis.server !== null,
    ops: { email: OPS_EMAIL, password: secrets.opsPassword },
    makeOpsAccount,
    stop,
  };
}

/** @throws {StackError} naming the part and its wrong settings */
function checkSettings(read: (settings: Env) => unknown, settings: Env): void {
  try {
    read(settings);
  } catch (error) {
    throw error instanceof SettingsError ? new StackError(`${error.message}.`) : error;
  }
}

function earlyEnd(signal: AbortSignal | undefined): {
  promise: Promise<never>;
  becauseOf: (death: Death) => void;
} {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  if (signal?.aborted === true) reject(signal.reason);
  signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  return {
    promise,
    becauseOf: ({ part, how, logFile }) => {
      const what = `${describePart(part)} died while the stack started (${how})`;
      reject(new StackError(`${what}: read ${logFile}.`));
    },
  };
}

function stopper(held: {
  dir: string;
  devVars: string | undefined;
  parts: Record<PartName, Part>;
  lock: Lock;
  block: PortBlock;
}): (() => Promise<void>) & { hasBegun: () => boolean } {
  const { dir, devVars, parts, lock, block } = held;
  let stopping: Promise<void> | null = null;
  // Last resort for a launcher that exits without stopping its stack.
  const abandon = (): void => {
    for (const part of Object.values(parts)) {
      if (part.pid !== null) part.signal(part.name === "postgres" ? "SIGINT" : "SIGKILL");
    }
  };
  process.on("exit", abandon);
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      await stopParts(parts);
      rmSync(join(dir, "stack.json"), { force: true });
      rmSync(join(dir, "settings.env"), { force: true });
      if (devVars !== undefined) deleteDevVars(devVars);
      process.off("exit", abandon);
      await block.release();
      lock.release();
    })();
    return stopping;
  };
  return Object.assign(stop, { hasBegun: () => stopping !== null });
}

async function describeUrls(ports: Ports, settings: Env, given: Env): Promise<StackUrls> {
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
    stripe: usesStripeEmulator(given) ? `http://localhost:${ports.stripe}/control` : null,
    ops: `${ops}/ops`,
    databaseUrl: settings["DATABASE_URL"] ?? "",
    redisUrl: settings["REDIS_URL"] ?? null,
  };
}

async function bringUp(work: {
  options: StackOptions;
  dir: string;
  parts: Record<PartName, Part>;
  settings: Env;
  urls: StackUrls;
  makeOpsAccount: () => Promise<void>;
  isStopping: () => boolean;
}): Promise<void> {
  const { options, dir, parts, settings, urls } = work;
  const step = async <T>(
    label: string,
    task: () => Promise<T>,
    describe?: (result: T) => string,
  ): Promise<T> => {
    const startedMs = performance.now();
    options.onStep?.({ label });
    const result = await task();
    const tookMs = performance.now() - startedMs;
    options.onStep?.({ label, tookMs, ...(describe && { detail: describe(result) }) });
    return result;
  };
  const start = async (part: Part, env: Env = {}): Promise<void> => {
    // A build may end after the start was aborted.
    if (part.owned && !work.isStopping()) await part.start({ env });
  };
  const isWanted = (name: PartName): boolean => (options.parts ?? ALL_PARTS).includes(name);

  const database = step("Database", async () => {
    await start(parts.postgres);
    if (isWanted("postgres")) await bringToNewestSchema(urls.databaseUrl, options.migrations);
  });
  const bridge = start(parts.bridge);
  const branches = [
    database,
    start(parts.redis),
    bridge,
    start(parts.emulators),
    (async () => {
      if (!isWanted("stripe") || urls.stripe === null) return;
      await start(parts.stripe);
      await step("Catalogue", () => fillStripe(dir, settings));
    })(),
    (async () => {
      if (!isWanted("edge")) return;
      const bundle = await step("Edge bundle", buildEdge, describeBundle);
      await database;
      await step("Edge", () => start(parts.edge, { EDGE_BUNDLE: bundle }));
      await bridge;
      if (isWanted("bridge") && !work.isStopping()) await work.makeOpsAccount();
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
        stripeKey: settings["STRIPE_PUBLISHABLE_KEY"] ?? "",
        pixelId: settings["PIXEL_ID"] ?? "",
        turnstileSiteKey: settings["TURNSTILE_SITE_KEY"] ?? "",
      },
    });
  });
}

async function stopParts(parts: Record<PartName, Part>): Promise<void> {
  for (const tier of STOP_ORDER) {
    await Promise.all(tier.filter((name) => parts[name].owned).map((name) => parts[name].kill()));
  }
}

function writeSettingsFile(dir: string, settings: Env): void {
  const file = join(dir, "settings.env");
  writeFileSync(`${file}.new`, asEnvFile(settings, STACK_SETTINGS), { mode: 0o600 });
  renameSync(`${file}.new`, file);
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

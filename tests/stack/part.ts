import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { processIdentity, signalGroup } from "./process-identity.ts";
import { StackError } from "./stack-error.ts";

export type PartName =
  | "postgres"
  | "redis"
  | "bridge"
  | "standIns"
  | "stripe"
  | "edge"
  | "worker"
  | "site";

/** Environment variables; an undefined value leaves the variable out. */
export type Env = Readonly<Record<string, string | undefined>>;

/** One process of the stack, with what a fault test needs to hurt it and to bring it back. */
export interface Part {
  readonly name: PartName;
  /** False when this stack does not run the part itself (a database or Redis given from outside, or left out). */
  readonly owned: boolean;
  /** Null while the part is not running. */
  readonly pid: number | null;
  readonly logFile: string;
  /** Sends a signal to the part and its own children, and waits for nothing (`SIGSTOP`, `SIGCONT`). */
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal and resolves when the part is gone. When it does not leave in time, it is killed. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts the part and resolves when it is healthy. `env` is laid over the part's settings, now and later. */
  start(options?: { env?: Env }): Promise<void>;
  /** Stops the part as a deploy would, then starts it. */
  restart(options?: { env?: Env }): Promise<void>;
}

/** Where a part leaves its traces, and who hears of it. */
export interface PartWatch {
  readonly logFile: string;
  /** Holds the identity of the running process, for whoever has to clean up after a killed launcher. */
  readonly pidFile: string;
  /** Called each time the part has become healthy. */
  readonly onHealthy: () => void;
  /** Called when the part leaves without having been asked to. */
  readonly onDeath: (death: Death) => void;
}

export interface PartSpec extends PartWatch {
  readonly name: PartName;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Env;
  /** Asked again and again after the start until it says true. What it throws ends the start and the part. */
  readonly isHealthy: () => Promise<boolean>;
  readonly cwd?: string;
  readonly user?: { uid: number; gid: number };
  /** What asks the part to leave in good order. */
  readonly stopSignal?: NodeJS.Signals;
  readonly stopGraceMs?: number;
  readonly startTimeoutMs?: number;
  /** Runs before each start. */
  readonly prepare?: () => Promise<void>;
  /** Says from what the part wrote whether an exit during the start is a passing trouble worth another try. */
  readonly isPassing?: (written: string) => boolean;
}

/** A part that left without having been asked to. */
export interface Death {
  readonly part: PartName;
  readonly logFile: string;
  /** Exit code or signal, in words. */
  readonly how: string;
}

const POLL_MS = 25;
const START_TIMEOUT_MS = 30_000;
const STOP_GRACE_MS = 10_000;

/** One life of a part's process. */
interface Life {
  readonly process: ChildProcess;
  /** Resolves with how it ended, in words. */
  readonly end: Promise<string>;
  /** How it ended; null while it lives. */
  how: string | null;
  /** True while leaving is somebody's wish or somebody's business to report. */
  isExpectedToEnd: boolean;
}

/** Describes a process; nothing runs before `start()`. */
export function createPart(spec: PartSpec): Part {
  let life: Life | null = null;
  let stops = 0;
  let env = spec.env;

  function launch(): Life {
    for (const file of [spec.logFile, spec.pidFile]) mkdirSync(dirname(file), { recursive: true });
    const log = openSync(spec.logFile, "a");
    // A group of its own, so that a part dies with all its children and a Ctrl-C in the terminal reaches the
    // launcher alone, which then stops the parts in order.
    const child = spawn(spec.command, spec.args, {
      detached: true,
      stdio: ["pipe", log, log],
      env: definedOnly(env),
      ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
      ...spec.user,
    });
    closeSync(log);
    child.stdin?.on("error", () => {});
    if (child.pid !== undefined) writeFileSync(spec.pidFile, processIdentity(child.pid) ?? "");
    const { promise: end, resolve: finish } = Promise.withResolvers<string>();
    const born: Life = { process: child, end, how: null, isExpectedToEnd: true };
    const bury = (how: string): void => {
      if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
      rmSync(spec.pidFile, { force: true });
      born.how = how;
      life = null;
      finish(how);
      if (!born.isExpectedToEnd) spec.onDeath({ part: spec.name, logFile: spec.logFile, how });
    };
    child.once("error", (error) => bury(error.message));
    child.once("exit", (code, signal) => bury(signal === null ? `exit code ${code}` : signal));
    life = born;
    return born;
  }

  /** Resolves with false when the start failed for a passing reason and is worth repeating. */
  async function launchUntilHealthy(deadline: number, stopsBefore: number): Promise<boolean> {
    await spec.prepare?.();
    if (stops !== stopsBefore) throw failure("was stopped while starting");
    const logStart = existsSync(spec.logFile) ? statSync(spec.logFile).size : 0;
    const born = launch();
    while (born.how === null && Date.now() < deadline) {
      const isHealthy = await spec.isHealthy().catch(async (error: unknown) => {
        await end(born, "SIGKILL");
        throw error;
      });
      if (isHealthy) {
        born.isExpectedToEnd = false;
        spec.onHealthy();
        return true;
      }
      await Promise.race([delay(POLL_MS), born.end]);
    }
    if (born.how === null) {
      await end(born, "SIGKILL");
      throw failure(`did not become healthy in time: read ${spec.logFile}`);
    }
    const written = readFileSync(spec.logFile, "utf8").slice(logStart);
    if (spec.isPassing?.(written) === true) return false;
    throw failure(`stopped while starting (${born.how}): read ${spec.logFile}`);
  }

  async function start(options: { env?: Env } = {}): Promise<void> {
    if (life !== null) throw failure("is already running");
    env = { ...env, ...options.env };
    const deadline = Date.now() + (spec.startTimeoutMs ?? START_TIMEOUT_MS);
    const stopsBefore = stops;
    while (!(await launchUntilHealthy(deadline, stopsBefore))) {
      if (Date.now() > deadline) throw failure(`cannot start: read ${spec.logFile}`);
      await delay(POLL_MS);
    }
  }

  async function end(running: Life, signal: NodeJS.Signals): Promise<void> {
    running.isExpectedToEnd = true;
    const { pid } = running.process;
    if (pid === undefined) return;
    // A stop in good order is the leader's to arrange with its children; a violent end is for all of them.
    if (signal === "SIGKILL") signalGroup(pid, signal);
    else process.kill(pid, signal);
    // A part that was put to sleep hears of its end, too.
    signalGroup(pid, "SIGCONT");
    const patience = new AbortController();
    const graceMs = spec.stopGraceMs ?? STOP_GRACE_MS;
    await Promise.race([
      running.end,
      delay(graceMs, undefined, { signal: patience.signal }).catch(() => {}),
    ]);
    patience.abort();
    if (running.how === null) signalGroup(pid, "SIGKILL");
    await running.end;
  }

  async function kill(signal: NodeJS.Signals = spec.stopSignal ?? "SIGTERM"): Promise<void> {
    stops += 1;
    if (life !== null) await end(life, signal);
  }

  function failure(what: string): StackError {
    return new StackError(`${describePart(spec.name)} ${what}.`);
  }

  return {
    name: spec.name,
    owned: true,
    get pid() {
      return life?.process.pid ?? null;
    },
    logFile: spec.logFile,
    signal(signal) {
      if (life?.process.pid !== undefined) signalGroup(life.process.pid, signal);
    },
    kill,
    start,
    async restart(options = {}) {
      await kill();
      await start(options);
    },
  };
}

/** Stands where this stack runs nothing itself; every attempt to act on it says so. */
export function stubPart(name: PartName): Part {
  const refuse = (): never => {
    throw new StackError(
      `${describePart(name)} is not run by this stack, so it cannot be stopped or started here.`,
    );
  };
  return {
    name,
    owned: false,
    pid: null,
    logFile: "",
    signal: refuse,
    kill: async () => refuse(),
    start: async () => refuse(),
    restart: async () => refuse(),
  };
}

/** The part's name as a sentence about it begins. */
export function describePart(name: PartName): string {
  const names: Record<PartName, string> = {
    postgres: "PostgreSQL",
    redis: "Redis",
    bridge: "The Neon bridge",
    standIns: "The mail stand-in",
    stripe: "The Stripe stand-in",
    edge: "The edge",
    worker: "The worker",
    site: "The site",
  };
  return names[name];
}

/** Puts the log of the last run aside, so that a log tells of one run and the one before is still there. */
export function rotateLog(logFile: string): void {
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`);
}

function definedOnly(env: Env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}

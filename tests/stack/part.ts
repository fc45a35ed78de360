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
  | "emulators"
  | "stripe"
  | "edge"
  | "worker"
  | "site";

export type Env = Readonly<Record<string, string | undefined>>;

export interface Part {
  readonly name: PartName;
  readonly owned: boolean;
  readonly pid: number | null;
  readonly logFile: string;
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal and waits for the exit; SIGKILL after a grace period. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /**
   * Starts the part and waits until it is healthy. `env` overrides its settings, also for later
   * starts.
   */
  start(options?: { env?: Env }): Promise<void>;
  restart(options?: { env?: Env }): Promise<void>;
}

export interface PartWatch {
  readonly logFile: string;
  readonly pidFile: string;
  readonly onHealthy: () => void;
  readonly onDeath: (death: Death) => void;
}

export interface PartSpec extends PartWatch {
  readonly name: PartName;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Env;
  /** Polled after the start until true; an error ends the start. */
  readonly isHealthy: () => Promise<boolean>;
  readonly cwd?: string;
  readonly user?: { uid: number; gid: number };
  readonly stopSignal?: NodeJS.Signals;
  readonly stopGraceMs?: number;
  readonly startTimeoutMs?: number;
  readonly prepare?: () => Promise<void>;
  /** Decides from the log whether an exit during the start is transient and worth a retry. */
  readonly isTransient?: (written: string) => boolean;
}

export interface Death {
  readonly part: PartName;
  readonly logFile: string;
  readonly how: string;
}

const POLL_MS = 25;
const START_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 10_000;

interface PartProcess {
  readonly process: ChildProcess;
  readonly end: Promise<string>;
  how: string | null;
  isExpectedToEnd: boolean;
}

export function createPart(spec: PartSpec): Part {
  let current: PartProcess | null = null;
  let stops = 0;
  let env = spec.env;

  function launch(): PartProcess {
    for (const file of [spec.logFile, spec.pidFile]) mkdirSync(dirname(file), { recursive: true });
    const log = openSync(spec.logFile, "a");
    // Own process group: the part dies with its children, and Ctrl-C reaches the launcher alone.
    const child = spawn(spec.command, spec.args, {
      detached: true,
      stdio: ["pipe", log, log],
      env: definedOnly(env),
      ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
      ...spec.user,
    });
    closeSync(log);
    child.stdin?.on("error", () => {});
    const { promise: end, resolve: finish } = Promise.withResolvers<string>();
    const launched: PartProcess = { process: child, end, how: null, isExpectedToEnd: true };
    const handleExit = (how: string): void => {
      if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
      rmSync(spec.pidFile, { force: true });
      launched.how = how;
      current = null;
      finish(how);
      if (!launched.isExpectedToEnd) spec.onDeath({ part: spec.name, logFile: spec.logFile, how });
    };
    child.once("error", (error) => handleExit(error.message));
    child.once("exit", (code, signal) =>
      handleExit(signal === null ? `exit code ${code}` : signal),
    );
    current = launched;
    // Last: on a full disk this throws, and the process can be ended all the same.
    if (child.pid !== undefined) writeFileSync(spec.pidFile, processIdentity(child.pid) ?? "");
    return launched;
  }

  async function launchUntilHealthy(limitMs: number, stopsBefore: number): Promise<boolean> {
    await spec.prepare?.();
    if (stops !== stopsBefore) throw failure("was stopped while starting");
    const deadline = Date.now() + limitMs;
    const logStart = existsSync(spec.logFile) ? statSync(spec.logFile).size : 0;
    const launched = launch();
    while (launched.how === null && Date.now() < deadline) {
      const isHealthy = await spec.isHealthy().catch(async (error: unknown) => {
        await end(launched, "SIGKILL");
        throw error;
      });
      if (isHealthy) {
        launched.isExpectedToEnd = false;
        spec.onHealthy();
        return true;
      }
      await Promise.race([delay(POLL_MS), launched.end]);
    }
    if (launched.how === null) {
      await end(launched, "SIGKILL");
      throw failure(`did not become healthy in time: read ${spec.logFile}`);
    }
    const written = readFileSync(spec.logFile, "utf8").slice(logStart);
    if (spec.isTransient?.(written) === true) return false;
    throw failure(`stopped while starting (${launched.how}): read ${spec.logFile}`);
  }

  async function start(options: { env?: Env } = {}): Promise<void> {
    if (current !== null) throw failure("is already running");
    env = { ...env, ...options.env };
    const limitMs = spec.startTimeoutMs ?? START_TIMEOUT_MS;
    const deadline = Date.now() + limitMs;
    const stopsBefore = stops;
    while (!(await launchUntilHealthy(limitMs, stopsBefore))) {
      if (Date.now() > deadline) throw failure(`cannot start: read ${spec.logFile}`);
      await delay(POLL_MS);
    }
  }

  async function end(running: PartProcess, signal: NodeJS.Signals): Promise<void> {
    running.isExpectedToEnd = true;
    const { pid } = running.process;
    if (pid === undefined) return;
    // A graceful stop is the leader's job; SIGKILL goes to the whole group.
    if (signal === "SIGKILL") signalGroup(pid, signal);
    else process.kill(pid, signal);
    // A stopped process handles signals only after SIGCONT.
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
    if (current !== null) await end(current, signal);
  }

  function failure(what: string): StackError {
    return new StackError(`${describePart(spec.name)} ${what}.`);
  }

  return {
    name: spec.name,
    owned: true,
    get pid() {
      return current?.process.pid ?? null;
    },
    logFile: spec.logFile,
    signal(signal) {
      if (current?.process.pid !== undefined) signalGroup(current.process.pid, signal);
    },
    kill,
    start,
    async restart(options = {}) {
      await kill();
      await start(options);
    },
  };
}

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

export function describePart(name: PartName): string {
  const names: Record<PartName, string> = {
    postgres: "PostgreSQL",
    redis: "Redis",
    bridge: "The Neon bridge",
    emulators: "The process of the emulators",
    stripe: "The Stripe emulator",
    edge: "The edge",
    worker: "The worker",
    site: "The site",
  };
  return names[name];
}

export function rotateLog(logFile: string): void {
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`);
}

function definedOnly(env: Env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}

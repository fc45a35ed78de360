import { relative } from "node:path";
import { parseArgs, styleText } from "node:util";
import { nextOpsCode, readAuthenticator } from "./ops-account.ts";
import { describePart } from "./part.ts";
import { DEFAULT_STACK_DIR, DEV_VARS, stackDirOf } from "./paths.ts";
import { createProgress, seconds } from "./progress.ts";
import { reloadOnChange } from "./reload.ts";
import { type Stack, startStack } from "./stack.ts";
import { StackError } from "./stack-error.ts";

// One Ctrl-C may arrive twice: from the terminal and from npm. A later one forces the exit.
const SECOND_SIGNAL_MS = 1_000;

const PARENT_CHECK_MS = 500;

const { values: flags } = parseArgs({ options: { dev: { type: "boolean", default: false } } });
const startedMs = performance.now();
const progress = createProgress(process.stdout);
const leaving = new AbortController();
let stack: Stack | null = null;
let leftAt = 0;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
leaveWithNpm();

try {
  const dir = stackDirOf(process.env);
  stack = await startStack({
    dir,
    // The lock of the default folder makes one stack at a time the owner of the file.
    ...(dir === DEFAULT_STACK_DIR ? { devVars: DEV_VARS } : {}),
    ...portBase(),
    env: process.env,
    siteServer: flags.dev ? "vite" : "pages",
    signal: leaving.signal,
    onStep: progress.show,
    onDeath: ({ part, how, logFile }) => {
      void stopBecause(`${describePart(part)} died (${how}): read ${logFile}.`);
    },
  });
  progress.end();
  print(tableOf(stack));
  if (flags.dev) await reloadOnChange(stack, print);
} catch (error) {
  progress.end();
  if (leaving.signal.aborted) process.exit(0);
  print(
    error instanceof StackError
      ? error.message
      : String(error instanceof Error ? error.stack : error),
  );
  process.exit(1);
}

function portBase(): { portBase?: number } {
  const given = process.env["PORT_BASE"];
  if (given === undefined || given === "") return {};
  const base = Number(given);
  if (!Number.isInteger(base) || base < 1_024 || base > 65_525) {
    throw new StackError(`PORT_BASE is "${given}" but must be a port from 1024 to 65525.`);
  }
  return { portBase: base };
}

function leave(): void {
  if (leaving.signal.aborted) {
    if (performance.now() - leftAt > SECOND_SIGNAL_MS) process.exit(1);
    return;
  }
  leftAt = performance.now();
  leaving.abort();
  void stack?.stop().then(() => process.exit(0));
}
/** The shell between npm and this process dies without passing on the signal. */
function leaveWithNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !leaving.signal.aborted) leave();
  }, PARENT_CHECK_MS).unref();
}

async function stopBecause(sentence: string): Promise<void> {
  if (leaving.signal.aborted) return;
  leaving.abort();
  print(sentence);
  await stack?.stop();
  process.exit(1);
}

function tableOf(running: Stack): string {
  const { urls, ports } = running;
  const queue =
    urls.redisUrl === null
      ? "PostgreSQL (BullMQ backend)"
      : running.hasPrivateRedis
        ? `Redis (private, port ${ports.redis})`
        : "Redis (REDIS_URL)";
  const rows: [string, string][] = [
    ["Site", urls.site],
    ["API", urls.api],
    ["Inbox", urls.inbox],
    ["Stripe", urls.stripe ?? "a real account (STRIPE_SECRET_KEY)"],
    ["Ops", urls.ops],
    ["  email", running.ops.email],
    ["  password", running.ops.password],
    [
      "  code",
      `${nextOpsCode(readAuthenticator(running.dir), new Date())} (a new one: npm run ops:code)`,
    ],
    ["Queue", queue],
    ["Database", urls.databaseUrl],
    ["Logs", `${relative(process.cwd(), running.dir) || "."}/logs`],
  ];
  const lines = rows.map(([name, value]) => `  ${styleText("bold", name.padEnd(12))}${value}`);
  const title = `Tidepost runs ${styleText("dim", `(${seconds(performance.now() - startedMs)})`)}`;
  return `\n  ${title}\n\n${lines.join("\n")}\n\n  Ctrl-C stops everything and keeps the data.\n`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

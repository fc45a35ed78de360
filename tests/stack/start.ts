import { relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { styleText } from "node:util";
import { COMPANY } from "#contracts/company.ts";
import { readArguments } from "#db/bin/arguments.ts";
import { isForeign } from "./dev-vars.ts";
import { describeShortage, isDiskFull } from "./disk-space.ts";
import { nextOpsCode, readAuthenticator } from "./ops-account.ts";
import { describePart } from "./part.ts";
import { answersOk, SERVICES } from "./parts.ts";
import { DEFAULT_STACK_DIR, DEV_VARS, stackDirOf } from "./paths.ts";
import { createProgress, seconds } from "./progress.ts";
import { reloadOnChange } from "./reload.ts";
import { StackError } from "./stack-error.ts";
import { type Stack, startStack } from "./stack.ts";

// One Ctrl-C may arrive twice: from the terminal and from npm. A later one forces the exit.
const SECOND_SIGNAL_MS = 1_000;

const PARENT_CHECK_MS = 500;

/** The default of `wrangler dev`. */
const WRANGLER_PORT = 8_787;

const API_CHECK_MS = 1_000;

const { flags } = readArguments({ demo: "flag", dev: "flag", services: "flag" });
const startedMs = performance.now();
const progress = createProgress(process.stdout);
const leaving = new AbortController();
let stack: Stack | null = null;
let leftAt = 0;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
leaveWithNpm();

try {
  const dir = stackDirOf(process.env);
  if (flags.demo && flags.services) {
    throw new StackError("The demo needs an edge and a worker: `npm start -- --demo`.");
  }
  if (flags.services && dir !== DEFAULT_STACK_DIR) {
    throw new StackError(
      "`npm run services` writes settings for one folder only: unset STACK_DIR.",
    );
  }
  stack = await startStack({
    dir,
    // The lock of the default folder makes one stack at a time the owner of the file.
    ...(dir === DEFAULT_STACK_DIR ? { devVars: DEV_VARS } : {}),
    ...portBase(),
    env: process.env,
    ...(flags.services ? { parts: SERVICES, wranglerPort: WRANGLER_PORT } : {}),
    siteServer: flags.dev || flags.services ? "vite" : "pages",
    signal: leaving.signal,
    onStep: progress.show,
    onDeath: ({ part, how, logFile }) => {
      const sentence = `${describePart(part)} died (${how}): read ${logFile}.`;
      void stopBecause([sentence, describeShortage(dir) ?? ""].join(" ").trim());
    },
  });
  if (flags.demo) await fillDemo(stack);
  progress.end();
  print(tableOf(stack));
  if (flags.demo) print((await import("./demo/demo.ts")).demoTable());
  if (flags.dev) await reloadOnChange(stack, print);
  if (flags.services && isForeign(DEV_VARS)) {
    print(
      "  You wrote .dev.vars, so `wrangler dev` has none of the stack's settings: rename it.\n",
    );
  }
  if (flags.services) await makeOpsAccountLater(stack);
} catch (error) {
  progress.end();
  if (leaving.signal.aborted) process.exit(0);
  await stack?.stop();
  const shortage = describeShortage(stackDirOf(process.env));
  if (error instanceof StackError) print(error.message);
  else if (shortage === null || !isDiskFull(error)) print(traceOf(error));
  if (shortage !== null) print(shortage);
  process.exit(1);
}

async function fillDemo(running: Stack): Promise<void> {
  const { runDemo } = await import("./demo/demo.ts");
  const label = "Demo";
  const filledFromMs = performance.now();
  progress.show({ label });
  await runDemo(running);
  progress.show({ label, tookMs: performance.now() - filledFromMs });
}

function traceOf(error: unknown): string {
  return String(error instanceof Error ? error.stack : error);
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
  if (!process.env["npm_lifecycle_event"]) return;
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

/** The operator's account is made through the API, which another terminal starts. */
async function makeOpsAccountLater(running: Stack): Promise<void> {
  while (!(await answersOk(`${running.urls.api}/readyz`))) await delay(API_CHECK_MS);
  await running.makeOpsAccount().catch((error: unknown) => {
    print(error instanceof StackError ? error.message : traceOf(error));
  });
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
    ["API", flags.services ? `${urls.api}, by \`npx wrangler dev\` in another terminal` : urls.api],
    ["Inbox", urls.inbox],
    ["Stripe", urls.stripe ?? "a real account (STRIPE_SECRET_KEY)"],
    ["Ops", flags.services ? `${urls.ops}, by \`node worker/main.ts\` in a third` : urls.ops],
    ["  email", running.ops.email],
    ["  password", running.ops.password],
    ["  code", flags.services ? "npm run ops:code" : opsCode(running.dir)],
    ["Queue", queue],
    ["Database", urls.databaseUrl],
    ["Logs", `${relative(process.cwd(), running.dir) || "."}/logs`],
  ];
  const lines = rows.map(([name, value]) => `  ${styleText("bold", name.padEnd(12))}${value}`);
  const what = flags.services ? `The services of ${COMPANY.name} run` : `${COMPANY.name} runs`;
  const title = `${what} ${styleText("dim", `(${seconds(performance.now() - startedMs)})`)}`;
  return `\n  ${title}\n\n${lines.join("\n")}\n\n  Ctrl-C stops everything and keeps the data.\n`;
}

function opsCode(dir: string): string {
  return `${nextOpsCode(readAuthenticator(dir), new Date())} (a new one: npm run ops:code)`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

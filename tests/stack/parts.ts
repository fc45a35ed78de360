import { join } from "node:path";
import { COMPANY } from "#contracts/company.ts";
import { pidFolder } from "./leftovers.ts";
import { callbackOf } from "./oauth/settings.ts";
import {
  stubPart,
  createPart,
  type Env,
  type Part,
  type PartName,
  type PartSpec,
  type PartWatch,
  rotateLog,
} from "./part.ts";
import { CACHE_DIR, ROOT, stackFile } from "./paths.ts";
import type { Ports } from "./ports.ts";
import { createPostgres } from "./postgres.ts";
import type { ChosenRedis } from "./queue-choice.ts";
import { createRedis } from "./redis.ts";
import { EMULATOR_TOKEN, type StackUrls } from "./settings.ts";

const PROBE_TIMEOUT_MS = 1_000;

// The worker finishes running jobs first, for at most 20 s.
const WORKER_STOP_GRACE_MS = 25_000;

export const ALL_PARTS: readonly PartName[] = [
  "postgres",
  "redis",
  "bridge",
  "emulators",
  "stripe",
  "edge",
  "worker",
  "site",
];

/** The parts of `npm run services`: edge and worker run in other terminals. */
export const SERVICES = ALL_PARTS.filter((name) => name !== "edge" && name !== "worker");

interface PartsPlan extends Pick<PartWatch, "onDeath" | "onHealthy"> {
  readonly dir: string;
  readonly ports: Ports;
  readonly urls: StackUrls;
  readonly settings: Env;
  readonly wanted: ReadonlySet<PartName>;
  /** Null for an external database. */
  readonly databasePassword: string | null;
  readonly redis: ChosenRedis | null;
  /** Whether an edge runs, here or in another terminal. */
  readonly hasApi: boolean;
  readonly siteServer: "pages" | "vite";
  /** Where the built worker lies; left out: in the worktree. */
  readonly workerFolder?: string;
}

export function describeParts(plan: PartsPlan): Record<PartName, Part> {
  const { dir, ports, settings, urls } = plan;
  return {
    postgres: postgresPart(plan),
    redis: redisPart(plan),
    bridge: nodePart(plan, "bridge", {
      args: [stackFile("neon-bridge.ts")],
      env: { DATABASE_URL: urls.databaseUrl, PORT: String(ports.bridge) },
      health: `http://127.0.0.1:${ports.bridge}/healthz`,
    }),
    emulators: nodePart(plan, "emulators", {
      // Node strips types with an experimental warning.
      args: ["--disable-warning=ExperimentalWarning", stackFile("resend/main.ts")],
      env: {
        PORT: String(ports.inbox),
        MAIL_DIR: join(dir, "mail"),
        RESEND_API_KEY: settings["RESEND_API_KEY"],
        WEBHOOK_URL: plan.hasApi ? `${urls.api}/webhooks/resend` : undefined,
        WEBHOOK_SECRET: settings["RESEND_WEBHOOK_SECRETS"]?.split(",")[0],
        CALENDLY_WEBHOOK_URL: plan.hasApi ? `${urls.api}/webhooks/calendly` : undefined,
        CALENDLY_WEBHOOK_SECRET: settings["CALENDLY_WEBHOOK_SECRETS"]?.split(",")[0],
        EMAILJS_USER_ID: settings["EMAILJS_USER_ID"],
        EMAILJS_SERVICE_ID: settings["EMAILJS_SERVICE_ID"],
        EMAILJS_TEMPLATE_ID: settings["EMAILJS_TEMPLATE_ID"],
        EMAILJS_AUTO_REPLY_TEMPLATE_ID: settings["EMAILJS_AUTO_REPLY_TEMPLATE_ID"],
        EMAILJS_ACCOUNT_TEMPLATE_ID: settings["EMAILJS_ACCOUNT_TEMPLATE_ID"],
        TWILIO_ACCOUNT_SID: settings["TWILIO_ACCOUNT_SID"],
        TWILIO_AUTH_TOKEN: settings["TWILIO_AUTH_TOKEN"],
        TURNSTILE_SECRET: settings["SECURITY_CAPTCHA_SECRET"] ?? EMULATOR_TOKEN,
        META_PIXEL_ID: settings["META_PIXEL_ID"],
        META_ACCESS_TOKEN: settings["META_ACCESS_TOKEN"],
        OAUTH_REDIRECT_URI: callbackOf(urls.api),
        APPLE_KEY: settings["EXTERNAL_APPLE_SECRET"],
      },
      health: `http://127.0.0.1:${ports.inbox}/healthz`,
    }),
    stripe: stripePart(plan),
    edge: nodePart(plan, "edge", {
      args: [stackFile("edge.ts")],
      env: {
        ...settings,
        EDGE_PORT: String(ports.api),
        EDGE_TEMP: join(dir, "edge"),
        EDGE_STORAGE: join(dir, "storage"),
      },
      health: `http://127.0.0.1:${ports.api}/healthz`,
    }),
    worker: nodePart(plan, "worker", {
      args: ["--enable-source-maps", join(plan.workerFolder ?? ROOT, "worker", "dist", "main.js")],
      env: { ...settings, LISTEN_HOST: "127.0.0.1", PORT: String(ports.ops) },
      health: `http://127.0.0.1:${ports.ops}/healthz`,
      stopGraceMs: WORKER_STOP_GRACE_MS,
    }),
    site: sitePart(plan),
  };
}

function postgresPart(plan: PartsPlan): Part {
  const { dir, ports, databasePassword: password } = plan;
  if (!plan.wanted.has("postgres") || password === null) return stubPart("postgres");
  return createPostgres({ dir, port: ports.postgres, password, watch: watchOf(plan, "postgres") });
}

function redisPart(plan: PartsPlan): Part {
  const server = plan.redis?.server ?? null;
  if (!plan.wanted.has("redis") || server === null) return stubPart("redis");
  return createRedis({
    server,
    dir: join(plan.dir, "redis"),
    port: plan.ports.redis,
    watch: watchOf(plan, "redis"),
  });
}

function stripePart(plan: PartsPlan): Part {
  const { ports, settings, urls } = plan;
  if (urls.stripe === null) return stubPart("stripe");
  return nodePart(plan, "stripe", {
    args: [stackFile("stripe/main.ts")],
    env: {
      PORT: String(ports.stripe),
      STATE_DIR: join(plan.dir, "stripe"),
      BASE_URL: new URL(urls.stripe).origin,
      ACCOUNT_NAME: COMPANY.name,
      SECRET_KEY: settings["STRIPE_SECRET_KEY"],
      WEBHOOK_SECRET: settings["STRIPE_WEBHOOK_SECRETS"],
    },
    health: `http://127.0.0.1:${ports.stripe}/healthz`,
  });
}

function sitePart(plan: PartsPlan): Part {
  const { dir, ports, settings, urls } = plan;
  const health = `http://127.0.0.1:${ports.site}/`;
  if (plan.siteServer === "pages") {
    return nodePart(plan, "site", {
      args: [stackFile("site.ts")],
      env: { SITE_DIR: join(dir, "site"), PORT: String(ports.site) },
      health,
    });
  }
  return nodePart(plan, "site", {
    args: [
      join(ROOT, "node_modules", "vite", "bin", "vite.js"),
      `--config=${join(ROOT, "web", "vite.config.ts")}`,
      "--host=127.0.0.1",
      `--port=${ports.site}`,
      "--strictPort",
      "--clearScreen=false",
    ],
    env: {
      UNPROVED_CLAIMS: "shown",
      VITE_SITE_URL: urls.site,
      VITE_API_URL: urls.api,
      VITE_ANON_KEY: urls.anonKey,
      VITE_STRIPE_KEY: settings["STRIPE_PUBLISHABLE_KEY"],
      VITE_PIXEL_ID: settings["PIXEL_ID"],
      VITE_TURNSTILE_SITE_KEY: settings["TURNSTILE_SITE_KEY"],
    },
    health,
  });
}

function nodePart(
  plan: PartsPlan,
  name: PartName,
  spec: { args: readonly string[]; env: Env; health: string } & Pick<
    Partial<PartSpec>,
    "stopGraceMs"
  >,
): Part {
  if (!plan.wanted.has(name)) return stubPart(name);
  const { args, env, health, ...rest } = spec;
  return createPart({
    ...rest,
    ...watchOf(plan, name),
    name,
    command: process.execPath,
    args: ["--import", stackFile("exit-with-parent.ts"), ...args],
    cwd: ROOT,
    env: { ...nodeEnvironment(), ...env },
    isHealthy: () => answersOk(health),
  });
}

/** Environment variables of every Node process of a stack; a part adds its settings. */
export function nodeEnvironment(): Env {
  return {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    TMPDIR: process.env["TMPDIR"],
    // Halves the load time of Miniflare and wrangler.
    NODE_COMPILE_CACHE: join(CACHE_DIR, "v8"),
  };
}

function watchOf(plan: PartsPlan, name: PartName): PartWatch {
  const logFile = join(plan.dir, "logs", `${name}.log`);
  rotateLog(logFile);
  const { onDeath, onHealthy } = plan;
  return { logFile, pidFile: join(pidFolder(plan.dir), `${name}.pid`), onDeath, onHealthy };
}

/** Whether an address answers with success within a second. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

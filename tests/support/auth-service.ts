import { randomBytes } from "node:crypto";
import { GoTrueClient } from "@supabase/auth-js";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect } from "vitest";
import type { EventJob } from "#contracts/events/queue.ts";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { createOneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { connectNeon } from "../../edge/adapters/database.ts";
import { createStripeGateway } from "../../edge/adapters/stripe-gateway.ts";
import { createCaptcha } from "../../edge/adapters/turnstile.ts";
import { createApp } from "../../edge/app.ts";
import type { Limits } from "../../edge/auth/limits/limits.ts";
import { readEdgeConfig } from "../../edge/config.ts";
import type { Bucket } from "../../edge/deps.ts";
import { createTokenVerifier } from "../../edge/http/api-key.ts";
import type { RateLimiter } from "../../edge/http/rate-limit.ts";
import { NO_BUCKET } from "./buckets.ts";
import { differenceFromDocument, operationOf, seenCall } from "./check-answer.ts";
import { test as base, type TestDatabase } from "./database.ts";
import { EDGE_BINDINGS } from "./edge-bindings.ts";
import { memoryStorage } from "./memory-storage.ts";
import { cheapPasswords } from "./passwords.ts";
import { countStatements, surplusOf } from "./statements.ts";
import { UNLIMITED } from "./unlimited.ts";

export const API = "https://api.tidepost.example";
export const SITE = "https://tidepost.example";
export const AUTH = `${API}/auth/v1`;

export const SECRET = "c".repeat(32);

const pair = await generateKeyPair("ES256", { extractable: true });
const jwk = { ...(await exportJWK(pair.privateKey)), kid: "key-1" };

export type AuthService = {
  request: (path: string, init?: RequestInit) => Promise<Response>;
  /** All routes without middleware, as `POST /auth/v1/signup`. */
  routes: readonly string[];
  call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: Record<string, unknown>; headers: Headers }>;
  /** Calls the API as the site does: with the public key, and with the token of a user. A body fits whatever type a test gives it. */
  ask: (method: string, path: string, given?: Given) => Promise<{ status: number; body: never }>;
  client: (options?: { flowType?: "implicit" | "pkce" }) => GoTrueClient;
  sign: (claims: Record<string, unknown>, options?: SignOptions) => Promise<string>;
  mailTo: (address: string) => Promise<Mailed>;
  clock: { now: Date };
  wait: (seconds: number) => void;
  published: EventJob[];
  log: Record<string, unknown>[];
};

type Given = {
  token?: string | undefined;
  body?: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
};

type Mailed = { mail: string; code: string; link: string; redirectTo: string };

type SignOptions = {
  key?: CryptoKey;
  kid?: string;
  issuer?: string;
  audience?: string;
  expires?: string | Date;
};

const NO_LIMIT: RateLimiter = { limit: () => Promise.resolve({ success: true }) };

export type Settings = Readonly<Record<string, string>>;

export const test = base.extend<{
  serviceWith: (
    settings?: Settings,
    limits?: Limits,
    bucket?: Bucket,
    defaultLimiter?: RateLimiter,
  ) => AuthService;
  auth: AuthService;
}>({
  serviceWith: async ({ database }, use) => {
    const background: Promise<unknown>[] = [];
    const differences = new Set<string>();
    const surpluses = new Set<string>();
    await use((settings = {}, limits = UNLIMITED, bucket = NO_BUCKET, defaultLimiter = NO_LIMIT) =>
      startService(database, { background, differences, surpluses }, settings, {
        limits,
        bucket,
        defaultLimiter,
      }),
    );
    await Promise.all(background);
    expect([...surpluses], "requests that run more statements than allowed").toEqual([]);
    expect([...differences], "answers that differ from the API's document").toEqual([]);
  },
  auth: async ({ serviceWith }, use) => {
    await use(serviceWith());
  },
});

function startService(
  database: TestDatabase,
  {
    background,
    differences,
    surpluses,
  }: { background: Promise<unknown>[]; differences: Set<string>; surpluses: Set<string> },
  settings: Settings,
  {
    limits,
    bucket,
    defaultLimiter,
  }: { limits: Limits; bucket: Bucket; defaultLimiter: RateLimiter },
): AuthService {
  const config = readEdgeConfig({
    ...EDGE_BINDINGS,
    SITE_URL: SITE,
    API_URL: API,
    JWT_KEYS: JSON.stringify([jwk]),
    AUTH_CODE_SECRET: SECRET,
    FAILED_SIGN_IN_MIN_MS: "0",
    LOG_LEVEL: "debug",
    // The default client of auth-js uses the implicit flow.
    SECURITY_PKCE_REQUIRED: "false",
    ...settings,
  });
  const clock = { now: new Date() };
  const now = () => clock.now;
  const published: EventJob[] = [];
  const log: Record<string, unknown>[] = [];
  const app = createApp({
    config,
    db: config.NEON_FETCH_ENDPOINT === undefined ? database.db : connectNeon(config),
    publish: {
      graceMs: 2_000,
      now(job) {
        published.push(job);
        return Promise.resolve();
      },
    },
    verifyToken: createTokenVerifier(config, now),
    passwords: cheapPasswords,
    bucket,
    payments: createStripeGateway(config, now),
    apiLimiter: NO_LIMIT,
    defaultLimiter,
    limits,
    captcha: createCaptcha(config),
    enquiryLimiter: NO_LIMIT,
    makeId: (kind) => makeId(kind, now().getTime(), randomBytes(ID_RANDOM_BYTES)),
    now,
    tagTrace: () => undefined,
    writeLog: (line) => log.push(JSON.parse(line) as Record<string, unknown>),
  });
  const context = {
    waitUntil: (work: Promise<unknown>) => void background.push(work),
    passThroughOnException: () => undefined,
    props: {},
  };
  const request = async (path: string, init: RequestInit = {}) => {
    const url = path.startsWith("http") ? path : `${AUTH}${path}`;
    const { result: response, statements } = await countStatements(async () =>
      app.request(url, init, {}, context),
    );
    const difference = differenceFromDocument(await seenCall(url, init, response));
    if (difference !== null) differences.add(difference);
    const { method = "GET" } = init;
    const surplus = surplusOf(operationOf(method, new URL(url).pathname) ?? "", statements);
    if (surplus !== null) surpluses.add(surplus);
    return response;
  };
  return {
    request,
    routes: [
      ...new Set(
        app.routes
          .filter(({ method }) => method !== "ALL")
          .map(({ method, path }) => `${method} ${path}`),
      ),
    ],
    async call(method, path, body, headers = {}) {
      const response = await request(path, {
        method,
        headers: {
          "content-type": "application/json;charset=UTF-8",
          "x-supabase-api-version": "2024-01-01",
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>,
        headers: response.headers,
      };
    },
    async ask(method, path, { token, body, headers } = {}) {
      const apikey = await sign({ role: "anon" }, {}, clock.now);
      const response = await request(`${API}${path}`, {
        method,
        headers: {
          apikey,
          authorization: `Bearer ${token ?? apikey}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as never };
    },
    client: ({ flowType = "implicit" } = {}) =>
      new GoTrueClient({
        url: AUTH,
        autoRefreshToken: false,
        persistSession: true,
        detectSessionInUrl: false,
        storage: memoryStorage(),
        flowType,
        fetch: (input, init) => request(new Request(input).url, init),
      }),
    sign: (claims, options = {}) => sign(claims, options, clock.now),
    mailTo: (address) => newestMail(database, address),
    clock,
    wait(seconds) {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
    },
    published,
    log,
  };
}

async function sign(
  claims: Record<string, unknown>,
  options: SignOptions,
  now: Date,
): Promise<string> {
  const token = new SignJWT({ role: "authenticated", ...claims })
    .setProtectedHeader({ alg: "ES256", kid: options.kid ?? "key-1" })
    .setIssuer(options.issuer ?? AUTH)
    .setAudience(options.audience ?? "authenticated")
    .setExpirationTime(options.expires ?? new Date(now.getTime() + 3_600_000));
  return token.sign(options.key ?? pair.privateKey);
}

/**
 * Renders the newest email to an address from the row that its event names. Sorted by transaction
 * id, because the clock of a test stands still.
 */
async function newestMail(database: TestDatabase, address: string): Promise<Mailed> {
  const { rows } = await database.query<{
    id: string;
    code_length: number;
    is_pkce: boolean;
    redirect_to: string;
    mail: string;
  }>(
    `select token.id, token.code_length, token.is_pkce, token.redirect_to, event.payload->>'mail' as mail
     from one_time_tokens token join outbox_events event on event.payload->>'tokenId' = token.id::text
     where token.relates_to = $1 order by token.xmin::text::bigint desc limit 1`,
    [address],
  );
  const [token] = rows;
  if (token === undefined) throw new Error("no mail was asked for");
  const codes = createOneTimeCodes(SECRET);
  return {
    mail: token.mail,
    code: codes.code(token.id, token.code_length),
    link: codes.linkToken(token.id, token.is_pkce),
    redirectTo: token.redirect_to,
  };
}

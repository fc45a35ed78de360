import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { Redis } from "ioredis";
import pg from "pg";
import { Stripe } from "stripe";
import { z } from "zod";
import { FOR_SALE } from "#contracts/catalogue.ts";
import { rowsOf } from "#db/client.ts";
import { createStripe } from "#db/stripe/client.ts";
import { desiredCatalogue } from "../../worker/stripe-catalogue/desired.ts";
import { formatStep } from "../../worker/stripe-catalogue/print.ts";
import { diffCatalogue } from "../../worker/stripe-catalogue/diff.ts";
import { readStripeCatalogue } from "../../worker/stripe-catalogue/read.ts";
import { WorkerConfig } from "../../worker/config.ts";
import { connectNeon } from "../adapters/database.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";
import { type Env, ROOT } from "./target.ts";

const ANSWER_LIMIT_MS = 8_000;

/** Start time of the server: equal answers mean the same server. */
const WHICH_DATABASE = "select current_database() || ' ' || pg_postmaster_start_time() as which";
const Which = z.object({ which: z.string() });

/** Queries the edge's URL over HTTP and the worker's over a connection. */
export async function checkDatabase(edge: Env, worker: Env): Promise<CheckResult[]> {
  const [atWorker, atEdge] = await Promise.all([askDirectly(worker), askOverHttp(edge)]);
  const results = [...atWorker.results, ...atEdge.results];
  if (atWorker.which !== null && atEdge.which !== null && atWorker.which !== atEdge.which) {
    results.push(
      failed(
        "DATABASE_URL",
        "is not the same database at edge and worker",
        "give both addresses of one database: pooled for the edge, direct for the worker",
      ),
    );
  }
  return results;
}

type Answer = { readonly which: string | null; readonly results: CheckResult[] };

async function askDirectly(worker: Env): Promise<Answer> {
  const url = worker["DATABASE_URL"];
  const about = "DATABASE_URL (worker)";
  if (url === undefined) return { which: null, results: [] };
  if (new URL(url).hostname.split(".")[0]?.endsWith("-pooler") === true) {
    return {
      which: null,
      results: [
        failed(
          about,
          "is a pooled address, on which the relay hears nothing",
          "take the direct one",
        ),
      ],
    };
  }
  const client = new pg.Client({
    connectionString: url,
    application_name: "tidepost-doctor",
    connectionTimeoutMillis: ANSWER_LIMIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
  });
  // The failing query reports the error.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(WHICH_DATABASE);
    const applied = await appliedMigrations(client);
    return {
      which: Which.parse(rows[0]).which,
      results: [ok(about, "answers"), ...checkMigrations(knownMigrations(), applied)],
    };
  } catch (error) {
    return { which: null, results: [unreachable(about, error)] };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function askOverHttp(edge: Env): Promise<Answer> {
  const { DATABASE_URL, NEON_FETCH_ENDPOINT } = edge;
  const about = "DATABASE_URL (edge)";
  if (DATABASE_URL === undefined) return { which: null, results: [] };
  try {
    const db = connectNeon({ DATABASE_URL, NEON_FETCH_ENDPOINT });
    const [row] = await rowsOf(db, sql.raw(WHICH_DATABASE), Which);
    return { which: row?.which ?? null, results: [ok(about, "answers over HTTP")] };
  } catch (error) {
    return { which: null, results: [unreachable(about, error)] };
  }
}

function unreachable(about: string, error: unknown): CheckResult {
  return failed(
    about,
    refusalOf(error),
    "check address, role and password, and whether the database is awake",
  );
}

/** Tells an unreachable server from one that rejects us. */
function refusalOf(error: unknown): string {
  const code = codeOf(error);
  // Node's network error codes.
  return /^E[A-Z]{4}/.test(code) ? `cannot be reached (${code})` : `does not let us in (${code})`;
}

/** A code only: messages may quote a URL with its password. */
function codeOf(error: unknown): string {
  const causes = [error, (error as { cause?: unknown }).cause];
  const code = causes
    .map((cause) => (cause as { code?: unknown } | undefined)?.code)
    .find((found) => typeof found === "string");
  if (code !== undefined) return code;
  if (!(error instanceof Error)) return "unknown";
  // Redis errors start with a code: WRONGPASS, NOAUTH.
  return (error.name === "ReplyError" && /^[A-Z]+/.exec(error.message)?.[0]) || error.name;
}

const Journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });
type Migration = { readonly when: number; readonly tag: string };

function knownMigrations(): readonly Migration[] {
  const file = join(ROOT, "db/migrations/meta/_journal.json");
  return Journal.parse(JSON.parse(readFileSync(file, "utf8"))).entries;
}

async function appliedMigrations(client: pg.Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ is_there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there",
  );
  if (rows[0]?.is_there !== true) return [];
  const applied = await client.query<{ created_at: string }>(
    "select created_at from drizzle.__drizzle_migrations",
  );
  return applied.rows.map(({ created_at }) => Number(created_at));
}

/**
 * Compares applied migrations with those in the repository.
 *
 * @param applied creation times in milliseconds since the epoch
 */
export function checkMigrations(
  known: readonly Migration[],
  applied: readonly number[],
): CheckResult[] {
  const about = "migrations";
  const open = known.filter(({ when }) => !applied.includes(when));
  const strange = applied.filter((when) => !known.some((one) => one.when === when));
  if (strange.length > 0) {
    return [
      failed(
        about,
        `${strange.length} of the database are unknown to this version`,
        "deploy from a version that has them; this one is older",
      ),
    ];
  }
  if (open.length === 0) return [ok(about, `all ${known.length} are applied`)];
  return [
    {
      about,
      state: "pending",
      what: `not applied yet: ${open.map(({ tag }) => tag).join(", ")}`,
      toDo: "npm run db:migrate, or a deploy, which begins with it",
    },
  ];
}

export async function checkRedis(edge: Env, worker: Env): Promise<CheckResult[]> {
  const urls = new Set([edge["REDIS_URL"], worker["REDIS_URL"]].filter((url) => url !== undefined));
  const found = await Promise.all([...urls].map(askRedis));
  return found.flat();
}

async function askRedis(url: string): Promise<CheckResult[]> {
  const about = "REDIS_URL";
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ANSWER_LIMIT_MS,
    commandTimeout: ANSWER_LIMIT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let heard: Error | null = null;
  // The failing command only says that there is no connection.
  redis.on("error", (error: Error) => (heard ??= error));
  try {
    await redis.connect();
    return [ok(about, "answers"), checkRedisInfo(await redis.info("memory"))];
  } catch (error) {
    return [failed(about, refusalOf(heard ?? error), "check address, password and TLS")];
  } finally {
    redis.disconnect();
  }
}

/** @param info the output of `INFO memory` */
export function checkRedisInfo(info: string): CheckResult {
  const about = "Redis maxmemory-policy";
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? "unknown";
  return policy === "noeviction"
    ? ok(about, "is noeviction")
    : failed(about, `is ${policy}: a full Redis would forget jobs`, "set it to noeviction");
}

/** Asks Resend about the key and the sender's domain. */
export async function checkMail(worker: Env): Promise<CheckResult[]> {
  const { RESEND_API_KEY: key, RESEND_BASE_URL: base = "https://api.resend.com" } = worker;
  const from = WorkerConfig.shape.MAIL_FROM.parse(worker["MAIL_FROM"]);
  if (worker["MAIL_TRANSPORT"] === "emailjs") {
    return [
      note("EMAILJS_USER_ID", "EmailJS has no call that only asks: send an enquiry to try it"),
    ];
  }
  if (key === undefined) return [];
  const { status, body } = await ask(`${base}/domains`, { authorization: `Bearer ${key}` });
  return checkMailResponse(from, status, body);
}

const Domains = z.object({ data: z.array(z.object({ name: z.string(), status: z.string() })) });
const Refusal = z.object({ name: z.string() });

/** @param status null without a response */
export function checkMailResponse(
  from: string,
  status: number | null,
  body: unknown,
): CheckResult[] {
  const about = "RESEND_API_KEY";
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1]?.toLowerCase() ?? "";
  if (status === 200) {
    const domains = Domains.safeParse(body).data?.data ?? [];
    const own = domains.find(({ name }) => name === domain);
    return [
      ok(about, "is known to Resend"),
      own?.status === "verified"
        ? ok("MAIL_FROM", "its domain is verified at Resend")
        : failed(
            "MAIL_FROM",
            own === undefined ? "its domain is not at Resend" : `its domain is ${own.status} there`,
            "add the domain at Resend and set the DNS records that it shows",
          ),
    ];
  }
  if (Refusal.safeParse(body).data?.name === "restricted_api_key") {
    return [
      ok(about, "is known to Resend, and may only send"),
      note("MAIL_FROM", "its domain cannot be looked at with a key that may only send"),
    ];
  }
  return [refused(about, "Resend", status)];
}

/** Asks Twilio for the account. */
export async function checkTwilio(worker: Env): Promise<CheckResult[]> {
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token } = worker;
  const { TWILIO_BASE_URL: base = "https://api.twilio.com" } = worker;
  if (sid === undefined || token === undefined) return [];
  const { status, body } = await ask(`${base}/2010-04-01/Accounts/${sid}.json`, {
    authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`,
  });
  const about = "TWILIO_AUTH_TOKEN";
  if (status !== 200) return [refused(about, "Twilio", status)];
  const state = z.object({ status: z.string() }).safeParse(body).data?.status ?? "unknown";
  return [
    state === "active"
      ? ok(about, "opens an active account")
      : failed(about, `opens an account that is ${state}`, "settle it in Twilio's console"),
  ];
}

/** Asks Meta for the pixel. */
export async function checkMeta(worker: Env): Promise<CheckResult[]> {
  const { META_PIXEL_ID: pixel, META_ACCESS_TOKEN: token } = worker;
  const { META_BASE_URL: base = "https://graph.facebook.com" } = worker;
  if (pixel === undefined || token === undefined) return [];
  const { status, body } = await ask(`${base}/v24.0/${pixel}?fields=id`, {
    authorization: `Bearer ${token}`,
  });
  return [checkMetaResponse(status, body)];
}

/** @param status null without a response */
export function checkMetaResponse(status: number | null, body: unknown): CheckResult {
  const about = "META_ACCESS_TOKEN";
  if (status === 200) return ok(about, "opens the pixel");
  const schema = z.object({ error: z.object({ code: z.number() }) });
  const code = schema.safeParse(body).data?.error.code;
  // Permission errors: a token for reporting only cannot read.
  if (code === 10 || code === 200)
    return note(about, "is known, and may only report: send an enquiry with consent to try it");
  return refused(about, "Meta", status);
}

/** Compares the Stripe account with the catalogue, with both keys. */
export async function checkStripe(edge: Env, worker: Env): Promise<CheckResult[]> {
  const [atEdge, atWorker] = [openAccount(edge), openAccount(worker)];
  if (atWorker === null) return [];
  const api = edge["API_URL"]?.replace(/\/$/, "");
  const isReachable =
    api !== undefined && (edge["STRIPE_API_BASE"] !== undefined || api.startsWith("https:"));
  try {
    const { steps, problems } = diffCatalogue(
      desiredCatalogue(isReachable ? `${api}/webhooks/stripe` : null),
      await readStripeCatalogue(atWorker),
    );
    return [
      ok("STRIPE_SECRET_KEY (worker)", "is known to Stripe"),
      ...steps.map((step) => failed("Stripe", formatStep(step), "npm run billing:sync")),
      ...problems.map((problem) => failed("Stripe", problem, "settle it on Stripe's page")),
      ...(steps.length + problems.length === 0
        ? [
            ok(
              "Stripe",
              "has products, prices, coupons, code and webhook endpoint as they should be",
            ),
          ]
        : []),
      ...(await checkPortal(atWorker)),
      ...(await checkSameAccount(atEdge, atWorker)),
    ];
  } catch (error) {
    return [stripeRefused("STRIPE_SECRET_KEY (worker)", error)];
  }
}

function openAccount(env: Env): Stripe | null {
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env;
  return createStripe({ STRIPE_SECRET_KEY, STRIPE_API_BASE });
}

async function checkPortal(stripe: Stripe): Promise<CheckResult[]> {
  const about = "Stripe customer portal";
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true, limit: 1 });
  return data.length > 0
    ? [ok(about, "its settings are saved")]
    : [failed(about, "its settings were never saved", "save them once on Stripe's page")];
}

/** Price ids differ between accounts, so equal ids mean the same account. */
async function checkSameAccount(atEdge: Stripe | null, atWorker: Stripe): Promise<CheckResult[]> {
  if (atEdge === null) return [];
  const about = "STRIPE_SECRET_KEY (edge)";
  const [first] = FOR_SALE;
  if (first === undefined) return [];
  const priceAt = async (stripe: Stripe) =>
    (await stripe.prices.list({ lookup_keys: [first.priceId], limit: 1 })).data[0]?.id;
  try {
    const [one, other] = await Promise.all([priceAt(atEdge), priceAt(atWorker)]);
    return one === other
      ? [ok(about, "opens the account of the worker's key")]
      : [
          failed(
            about,
            "opens another account than the worker's key",
            "take both from one account",
          ),
        ];
  } catch (error) {
    return [stripeRefused(about, error)];
  }
}

function stripeRefused(about: string, error: unknown): CheckResult {
  const status = error instanceof Stripe.errors.StripeError ? (error.statusCode ?? null) : null;
  return refused(about, "Stripe", status);
}

function refused(about: string, service: string, status: number | null): CheckResult {
  if (status === null) {
    return failed(
      about,
      `${service} did not answer`,
      `look whether ${service} has an outage, and try again`,
    );
  }
  if (status === 429 || status >= 500) {
    return failed(about, `${service} answered ${status}`, "try again in a few minutes");
  }
  return failed(
    about,
    `${service} refuses it (${status})`,
    "make a new one there, and set it where this one was",
  );
}

async function ask(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number | null; body: unknown }> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    // A redirect would pass the key to another host.
    const answer = await fetch(url, { headers, signal, redirect: "error" });
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    return { status: null, body: null };
  }
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import pg from "pg";
import { COMPANY } from "#contracts/company.ts";
import type { Stack } from "../stack/stack.ts";

/** A leak, described without repeating the text. */
type Leak = { where: string; what: string };

type CheckText = (where: string, text: string) => void;

/** Logs of edge and worker; the emulators log what they receive. */
const OUR_LOGS = /^(?:edge|worker)\b.*\.log$/;

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Our published addresses. */
const OWN_EMAIL = new RegExp(`@(?:\\w+\\.)?${COMPANY.domain.replaceAll(".", "\\.")}$`, "i");

const SHAPES = [
  ["a signed token", /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/],
  ["a Stripe key", /\b(?:sk|rk)_(?:test|live)_\w{8,}/],
  ["a webhook's secret", /\bwhsec_\w{8,}/],
  ["a password's hash", /\$(?:argon2id|scrypt|2[aby])\$/],
  ["a private key", /PRIVATE KEY/],
] as const;

const SECRET_SETTING = /SECRET|_KEYS?$|TOKEN|PASSWORD/;

const CHOSEN_FIELDS: ReadonlySet<string> = new Set([
  "form_type",
  "subject",
  "source",
  "business_type",
  "preferred_platform",
]);

/** Shorter numbers occur in ids and timestamps by chance. */
const PHONE_DIGITS_MIN = 9;
const PHONE = /^\+?[\d\s().-]+$/;
const TEXT_MIN = 8;

type LeakSearch = {
  readonly secrets: ReadonlyMap<string, string>;
  readonly typed: readonly string[];
};

export function leaksIn(text: string, { secrets, typed }: LeakSearch): string[] {
  const found = new Set<string>();
  for (const [email] of text.matchAll(EMAIL)) {
    if (!OWN_EMAIL.test(email)) found.add("an e-mail address");
  }
  for (const [what, shape] of SHAPES) {
    if (shape.test(text)) found.add(what);
  }
  for (const [name, secret] of secrets) {
    if (text.includes(secret)) found.add(`the value of ${name}`);
  }
  if (typed.some((words) => text.includes(words))) found.add("text that a visitor typed");
  return [...found];
}

/**
 * Picks the typed values that can be searched for: lines of several words, full names, and phone
 * numbers in every format. A single word may be one of the program's own.
 *
 * @param forms by field name
 */
export function searchable(forms: readonly Readonly<Record<string, unknown>>[]): string[] {
  const texts = forms.flatMap((form) => [
    [form["first_name"], form["last_name"]].filter((name) => typeof name === "string").join(" "),
    ...Object.entries(form).flatMap(([field, value]) =>
      typeof value === "string" && !CHOSEN_FIELDS.has(field) ? value.split(/\r?\n/) : [],
    ),
  ]);
  const found = texts.flatMap((text) => {
    const line = text.trim();
    const digits = line.replaceAll(/\D/g, "");
    if (PHONE.test(line)) return digits.length < PHONE_DIGITS_MIN ? [] : [line, digits];
    const isLine = line.length >= TEXT_MIN && /\S\s+\S/.test(line);
    return isLine ? [line, JSON.stringify(line).slice(1, -1)] : [];
  });
  return [...new Set(found)];
}

/** @param spans what the worker exported to a collector */
export async function searchStack(
  stack: Stack,
  logs: string,
  spans: readonly string[],
): Promise<Leak[]> {
  const secrets = new Map(
    Object.entries(stack.settings).flatMap(([name, value]) =>
      SECRET_SETTING.test(name) && value !== undefined && value.length >= 16
        ? [[name, value] as const]
        : [],
    ),
  );
  const client = new pg.Client({ connectionString: stack.urls.databaseUrl });
  await client.connect();
  try {
    const typed = searchable(await formsIn(client));
    const leaks: Leak[] = [];
    const checkText = (where: string, text: string): void => {
      for (const what of leaksIn(text, { secrets, typed })) leaks.push({ where, what });
    };
    for (const file of readdirSync(logs).filter((name) => OUR_LOGS.test(name))) {
      const log = readFileSync(join(logs, file), "utf8");
      // Filters first, for speed.
      const inLog = { secrets, typed: typed.filter((words) => log.includes(words)) };
      for (const [index, line] of log.split("\n").entries()) {
        const where = `${file}:${index + 1}`;
        for (const what of leaksIn(line, inLog)) leaks.push({ where, what });
      }
    }
    for (const text of spans) checkText("spans", text);
    await searchEvents(client, checkText);
    await searchQueueTables(client, checkText);
    if (stack.urls.redisUrl !== null) await searchRedis(stack.urls.redisUrl, checkText);
    return leaks;
  } finally {
    await client.end();
  }
}

async function formsIn(client: pg.Client): Promise<Record<string, unknown>[]> {
  const { rows } = await client.query<{ form: Record<string, unknown> }>(
    `select payload as form from form_submissions
     union all select user_metadata || jsonb_build_object('phone', phone, 'new_phone', new_phone) from users
     union all select jsonb_build_object('phone', phone) from mfa_factors
     union all select jsonb_build_object('feedback', feedback) from subscription_requests
     union all select jsonb_build_object('message', message) from refund_requests`,
  );
  return rows.map(({ form }) => form);
}

/** The audit log stores operators' names on purpose. */
const ACTOR = "(case when actor->>'kind' = 'ops' then actor - 'name' else actor end)::text";

async function searchEvents(client: pg.Client, checkText: CheckText): Promise<void> {
  const { rows } = await client.query<{ place: string; text: string }>(
    `select 'event ' || type as place, payload::text || ${ACTOR} || coalesce(last_error, '') as text from outbox_events
     union all select 'effect ' || effect, coalesce(last_error, '') || ' ' || coalesce(external_id, '') from event_effects
     union all select 'audit log ' || action, data::text || ${ACTOR} from audit_log`,
  );
  for (const { place, text } of rows) checkText(place, text);
}

export async function searchQueueTables(client: pg.Client, checkText: CheckText): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'bullmq'",
  );
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(
      `select to_jsonb(kept)::text as text from bullmq.${client.escapeIdentifier(name)} kept`,
    );
    for (const { text } of rows) checkText(`queue ${name}`, text);
  }
}

export async function searchRedis(url: string, checkText: CheckText, match = "*"): Promise<void> {
  const redis = new Redis(url);
  try {
    for await (const keys of redis.scanStream({ match, count: 500 }) as AsyncIterable<string[]>) {
      for (const key of keys) checkText(`queue ${key}`, JSON.stringify(await valueOf(redis, key)));
    }
  } finally {
    redis.disconnect();
  }
}

async function valueOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  switch (type) {
    case "string":
      return redis.get(key);
    case "hash":
      return redis.hgetall(key);
    case "list":
      return redis.lrange(key, 0, -1);
    case "set":
      return redis.smembers(key);
    case "zset":
      return redis.zrange(key, "0", "-1");
    case "stream":
      return redis.xrange(key, "-", "+");
    // The key expired since it was listed.
    case "none":
      return null;
    default:
      throw new Error(`no search covers a ${type} of Redis: ${key}`);
  }
}

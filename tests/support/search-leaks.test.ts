import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { test as databaseTest } from "./database.ts";
import { openBackend, skipReason } from "./pipeline.ts";
import { leaksIn, searchable, searchQueueTables, searchRedis } from "./search-leaks.ts";

const SECRETS = new Map([["OPS_SECRET", "0123456789abcdef0123"]]);
const SOUGHT = {
  secrets: SECRETS,
  typed: ["Ada Byron", "447700900123", "What would 20 posts cost?"],
};
const ADDRESS = "ada@shop.example";

test.each([
  ["an address", '{"email":"ada@shop.example"}', ["an e-mail address"]],
  ["our own address", "mail to team@tidepost.example", []],
  ["a host with a port", "http://127.0.0.1:3000/a@b", []],
  ["a token", "Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijkl", ["a signed token"]],
  ["a key", "sk_test_51abcdefgh", ["a Stripe key"]],
  ["a hash", "$argon2id$v=19", ["a password's hash"]],
  ["a secret setting", "cookie 0123456789abcdef0123 x", ["the value of OPS_SECRET"]],
  ["a name", '{"greeting":"Hello Ada Byron"}', ["text that a visitor typed"]],
  ["a phone", "to +447700900123", ["text that a visitor typed"]],
  ["a message", '{"message":"What would 20 posts cost?"}', ["text that a visitor typed"]],
  ["half a name", "Ada, and Byron", []],
  ["ids", "evt_01KAHX2J3V7W8R9T0A1B2C3D4E cus_1 sub_1 req_1", []],
])("log line with %s", (_, text, found) => {
  expect(leaksIn(text, SOUGHT)).toEqual(found);
});

test.each<[string, Record<string, unknown>, string[]]>([
  ["a name by both its halves", { first_name: "Ada", last_name: "Byron" }, ["Ada Byron"]],
  ["a phone, and its digits", { phone: "+44 7700 900123" }, ["+44 7700 900123", "447700900123"]],
  ["a phone of digits", { phone: "447700900123" }, ["447700900123"]],
  [
    "each line of a text, as JSON has it too",
    { message: 'Say "hello" please\nand thank you' },
    ['Say "hello" please', String.raw`Say \"hello\" please`, "and thank you"],
  ],
  ["no single word", { company: "Lighthouse", nickname: "Bob" }, []],
  ["no short number", { phone: "12345" }, []],
  ["nothing that was chosen", { subject: "Custom plan", form_type: "contact" }, []],
  ["no value that is not a string", { first_name: 7, last_name: ["x"], is_vip: true }, []],
])("search terms from typed data: %s", (_, form, texts) => {
  expect(searchable([form])).toEqual(texts);
});

type Write = (redis: Redis, key: string) => Promise<unknown>;

test.for<[string, Write]>([
  ["string", (redis, key) => redis.set(key, ADDRESS)],
  ["hash", (redis, key) => redis.hset(key, "data", ADDRESS)],
  ["list", (redis, key) => redis.rpush(key, "1", ADDRESS)],
  ["set", (redis, key) => redis.sadd(key, ADDRESS)],
  ["sorted set", (redis, key) => redis.zadd(key, 1, ADDRESS)],
  ["stream", (redis, key) => redis.xadd(key, "*", "failedReason", ADDRESS)],
])("Redis %s: searched", async ([, write], { skip }) => {
  const url = inject("redisUrl");
  if (url === null) return skip(skipReason("redis") ?? "");
  const key = `test-${randomUUID()}`;
  const redis = new Redis(url);
  try {
    await write(redis, key);
    const found: string[] = [];
    await searchRedis(url, (where, text) => void found.push(`${where}: ${text}`), key);
    expect(found).toEqual([expect.stringContaining(ADDRESS)]);
  } finally {
    await redis.del(key);
    redis.disconnect();
  }
});

databaseTest("the tables of a queue in PostgreSQL are looked into", async ({ database }) => {
  const backend = openBackend("postgres", database);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const job = await backend.queues.email.add("send-team-notification", { to: ADDRESS });
    await job.log(`sent to ${ADDRESS}`);
    await client.query(
      "insert into bullmq.event (queue, event, data, created_at_ms) values ('email', 'failed', $1, 0)",
      [{ failedReason: ADDRESS }],
    );
    const found = new Set<string>();
    await searchQueueTables(client, (where, text) => {
      if (text.includes(ADDRESS)) found.add(where);
    });
    expect([...found].toSorted()).toEqual(["queue event", "queue job", "queue job_log"]);
  } finally {
    await client.end();
    await backend.close();
  }
});

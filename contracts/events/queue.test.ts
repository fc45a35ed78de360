import { expect, test } from "vitest";
import { clusterOf, QueuePrefix, queuePrefix, RedisUrl } from "./queue.ts";

test.each([
  ["redis://queue.test", true],
  ["rediss://user:word@queue.test:6380", true],
  ["redis://one.test:7000,redis://two.test:7001", true],
  ["redis://one.test:7000,https://two.test", false],
  ["redis://one.test,", false],
  ["queue.test", false],
])("address of Redis %s: valid %s", (url, isValid) => {
  expect(RedisUrl.safeParse(url).success).toBe(isValid);
});

test("one address of Redis: a cluster if the setting says so", () => {
  expect(clusterOf("rediss://user:word@queue.test:6380")).toBeNull();
  expect(clusterOf("rediss://user:word@queue.test:6380", true)).toEqual({
    nodes: [{ host: "queue.test", port: 6_380 }],
    redisOptions: { username: "user", password: "word", tls: {} },
  });
});

test.each([
  [
    "redis://one.test:7000,redis://two.test",
    {
      nodes: [
        { host: "one.test", port: 7_000 },
        { host: "two.test", port: 6_379 },
      ],
      redisOptions: {},
    },
  ],
  [
    "rediss://user:p%40ss@one.test:7000,rediss://user:p%40ss@two.test:7001",
    {
      nodes: [
        { host: "one.test", port: 7_000 },
        { host: "two.test", port: 7_001 },
      ],
      redisOptions: { username: "user", password: "p@ss", tls: {} },
    },
  ],
])("several addresses of Redis, %s: a cluster", (url, cluster) => {
  expect(clusterOf(url)).toEqual(cluster);
});

test("a queue's prefix is its hash tag, so the setting has no braces", () => {
  expect(queuePrefix("tidepost", "email")).toBe("{tidepost:email}");
  expect(QueuePrefix.safeParse("{tidepost}").success).toBe(false);
});

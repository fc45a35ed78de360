import { randomUUID } from "node:crypto";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { eventually } from "../../tests/support/eventually.ts";
import { skipReason } from "../../tests/support/pipeline.ts";
import { startProxy, startRedis } from "../../tests/support/redis-server.ts";
import { openQueueBackend } from "./queue-backend.ts";

/** Refused by a replica, or while connecting again. */
const NO_PRIMARY = /READONLY|Stream isn't writeable|Connection is closed|timed out/;

async function startTestRedis(args: readonly string[] = []) {
  const server = await startRedis(args);
  onTestFinished(server.stop);
  return server;
}

async function startTestProxy(port: number) {
  const proxy = await startProxy(port);
  onTestFinished(proxy.stop);
  return proxy;
}

async function startFreezableRedis(redisUrl: string) {
  const { hostname, port } = new URL(redisUrl);
  const heldChunks: (() => void)[] = [];
  let isFrozen = true;
  const server: Server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let isReady = false;
    upstream.on("data", (chunk) => {
      client.write(chunk);
      isReady ||= chunk.includes("redis_version");
    });
    client.on("data", (chunk) => {
      if (isFrozen && isReady) heldChunks.push(() => upstream.write(chunk));
      else upstream.write(chunk);
    });
    for (const end of [client, upstream]) {
      end.on("error", () => undefined);
      end.on("close", () => [client, upstream].forEach((each) => each.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heldBack: () => heldChunks.length,
    thaw() {
      isFrozen = false;
      for (const forward of heldChunks.splice(0)) forward();
    },
  };
}

test.skipIf(skipReason("redis") !== null)(
  "a Redis that stops responding during connect is used once it responds",
  async () => {
    const redis = await startFreezableRedis(inject("redisUrl") ?? "");
    const backend = openQueueBackend({
      DATABASE_URL: "postgres://nowhere",
      REDIS_URL: redis.url,
      QUEUE_PREFIX: `test-${randomUUID()}`,
      EMAIL_RPS: 0,
      onError: () => undefined,
    });
    onTestFinished(backend.close);
    const add = () => backend.queues.events.add("any", {}, { jobId: "one" });
    await expect(add()).rejects.toThrow("Command timed out");
    expect(redis.heldBack()).toBeGreaterThan(0);
    redis.thaw();
    await eventually("a job is taken", () =>
      add().then(
        () => true,
        () => false,
      ),
    );
    expect(await backend.queues.events.getJobState("one")).toBe("waiting");
  },
);

test.skipIf(skipReason("redis") !== null)(
  "a primary that becomes a replica, with its connections open: jobs go on at the new primary",
  async () => {
    const first = await startTestRedis();
    const second = await startTestRedis(["--replicaof", "127.0.0.1", String(first.port)]);
    await eventually("the replica follows", async () =>
      (await second.redis.info("replication")).includes("master_link_status:up"),
    );
    const proxy = await startTestProxy(first.port);
    const backend = openQueueBackend({
      DATABASE_URL: "postgres://nowhere",
      REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
      QUEUE_PREFIX: `test-${randomUUID()}`,
      EMAIL_RPS: 0,
      onError: () => undefined,
    });
    onTestFinished(backend.close);
    const done: string[] = [];
    const worker = backend.consume("database", ({ id }) => {
      done.push(id ?? "");
      return Promise.resolve();
    });
    onTestFinished(() => worker.close(true));
    const doneWith = (id: string) =>
      eventually(`job ${id} runs`, async () => {
        await backend.queues.database.add("any", {}, { jobId: id }).catch(() => undefined);
        return done.includes(id);
      });
    await doneWith("before");
    await second.redis.call("REPLICAOF", "NO", "ONE");
    await first.redis.call("REPLICAOF", "127.0.0.1", String(second.port));
    await expect(backend.queues.database.add("any", {}, { jobId: "refused" })).rejects.toThrow(
      NO_PRIMARY,
    );
    await expect(backend.checkWritable()).rejects.toThrow(NO_PRIMARY);
    proxy.leadTo(second.port);
    await doneWith("after");
    await eventually("writes are taken", () =>
      backend.checkWritable().then(
        () => true,
        () => false,
      ),
    );
  },
);

test.skipIf(skipReason("redis") !== null)(
  "a full Redis: refuses, and jobs go on once it has room",
  async () => {
    const { port, redis } = await startTestRedis();
    const backend = openQueueBackend({
      DATABASE_URL: "postgres://nowhere",
      REDIS_URL: `redis://127.0.0.1:${port}`,
      QUEUE_PREFIX: `test-${randomUUID()}`,
      EMAIL_RPS: 0,
      onError: () => undefined,
    });
    onTestFinished(backend.close);
    const done = new Set<string | undefined>();
    const worker = backend.consume("database", ({ id }) => Promise.resolve(void done.add(id)));
    onTestFinished(() => worker.close(true));
    const add = (jobId: string) => backend.queues.database.add("any", {}, { jobId });
    await eventually("the first job runs", async () => {
      await add("before").catch(() => undefined);
      return done.has("before");
    });
    await redis.config("SET", "maxmemory", "1");
    await expect(add("refused")).rejects.toThrow("OOM");
    await expect(backend.checkWritable()).rejects.toThrow("OOM");
    await redis.config("SET", "maxmemory", "0");
    await add("after");
    await eventually("the next job runs", () => Promise.resolve(done.has("after")));
  },
);

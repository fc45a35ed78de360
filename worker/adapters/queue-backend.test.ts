import { randomUUID } from "node:crypto";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { eventually } from "../../tests/support/eventually.ts";
import { skipReason } from "../../tests/support/pipeline.ts";
import { openQueueBackend } from "./queue-backend.ts";

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

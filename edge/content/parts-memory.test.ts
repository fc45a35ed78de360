import { execFileSync } from "node:child_process";
import { request as send } from "node:http";
import { expect } from "vitest";
import { PART_BYTES } from "#contracts/content/media.ts";
import { createMediaKeys } from "#db/content/media/media-address.ts";
import { test } from "../../tests/support/serving.ts";
import { runInWorkerd } from "../../tests/support/workerd.ts";

const PARTS = 20;
/** The end of each part, which is sent last. */
const HELD = 64 * 1_024;
const SECRET = "c".repeat(32);
const NOW = new Date("2026-11-25T12:00:00.000Z");

/** The edge's own route, over a database that knows each file and a bucket that is somewhere else. */
const SCRIPT = `
import { Hono } from "hono";
import { materialRoutes } from "./material.ts";
const unlimited = { limit: async () => ({ success: true }) };
export default {
  fetch(request, env, ctx) {
    const app = new Hono().route("/", materialRoutes({
      now: () => new Date(${NOW.getTime()}),
      config: { AUTH_CODE_SECRET: "${SECRET}" },
      apiLimiter: unlimited,
      db: { execute: async () => ({ rows: [{ bytes: ${2 * PART_BYTES}, upload_id: "u1" }] }) },
      bucket: {
        resumeMultipartUpload: () => ({
          async uploadPart(part, body) {
            const stored = await fetch(env.BUCKET, { method: "PUT", body });
            return { etag: await stored.text() };
          },
        }),
      },
    }));
    return app.fetch(request, env, ctx);
  },
};`;

test(`${PARTS} parts on their way: the isolate that payments share holds none of them`, async ({
  serving,
}) => {
  let stored = 0;
  const bucket = await serving((request, response) => {
    request.on("data", (chunk: Buffer) => (stored += chunk.length));
    request.on("end", () => response.end("etag"));
  });
  const runtime = await runInWorkerd(
    { stdin: { contents: SCRIPT, resolveDir: import.meta.dirname, loader: "js" } },
    { bindings: { BUCKET: bucket } },
  );
  try {
    const url = await runtime.ready;
    const keys = createMediaKeys(SECRET);
    const until = NOW.getTime() / 1_000 + 60;
    /** A JPEG, so that part 1 may pass. */
    const bytes = Buffer.alloc(PART_BYTES, "a").fill("ffd8ffe0", 0, 4, "hex");
    const put = (file: number) => {
      const mediaId = `media_${file}`;
      const key = keys.sign({ action: "part", mediaId, file: null, until });
      const sending = send(
        new URL(`/${mediaId}/parts/${(file % 2) + 1}?until=${until}&key=${key}`, url),
        {
          method: "PUT",
          headers: { "content-length": String(bytes.length) },
        },
      );
      const answered = new Promise<number | undefined>((resolve, reject) => {
        sending.on("error", reject);
        sending.on("response", ({ statusCode }) => resolve(statusCode));
      });
      sending.write(bytes.subarray(0, bytes.length - HELD));
      return { answered, end: () => sending.end(bytes.subarray(bytes.length - HELD)) };
    };
    const start = (parts: number) => Array.from({ length: parts }, (_, file) => put(file));
    const finish = async (parts: ReturnType<typeof start>) => {
      for (const { end } of parts) end();
      const statuses = await Promise.all(parts.map(({ answered }) => answered));
      expect(statuses).toEqual(parts.map(() => 204));
    };
    // Code is compiled.
    await finish(start(2));
    stored = 0;
    const before = memoryOf();
    const underWay = start(PARTS);
    await expect.poll(() => stored).toBeGreaterThan(PARTS * (PART_BYTES - 4 * HELD));
    const grown = memoryOf() - before;
    await finish(underWay);
    // Streamed, 29 MiB of 100 with V8's garbage; with a copy of the ten that are read for their type, 70.
    expect(grown).toBeLessThan((PARTS * PART_BYTES) / 2);
  } finally {
    await runtime.dispose();
  }
});

/** Bytes of this process's workerd. */
function memoryOf(): number {
  const lines = execFileSync("ps", ["-axo", "ppid=,rss=,comm="], { encoding: "utf8" }).split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([ppid, , name]) => ppid === String(process.pid) && name?.endsWith("workerd") === true)
    .reduce((sum, [, kib]) => sum + Number(kib) * 1_024, 0);
}

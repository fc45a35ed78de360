import { request as send } from "node:http";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { expect, test as base } from "vitest";
import type { Bucket } from "../deps.ts";

const BYTES = 5 * 1_024 * 1_024;
const HALF = Buffer.alloc(BYTES / 2, "a");

const SCRIPT = `
import { readHead } from "./objects.ts";
export default {
  async fetch(request, env) {
    const { head, whole } = await readHead(request.body, 512);
    const upload = await env.MATERIAL.createMultipartUpload("file");
    await upload.complete([await upload.uploadPart(1, whole)]);
    return new Response(head.length + " " + (await env.MATERIAL.head("file")).size);
  },
};`;

/** In workerd, whose streams have lengths and whose R2 asks for them. */
const test = base.extend<{ url: URL; bucket: Pick<Bucket, "head"> }>({
  url: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest needs it.
    async ({}, use) => {
      await use(await runtime.ready);
      await runtime.dispose();
    },
    { scope: "file" },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Vitest needs it.
  bucket: async ({}, use) => {
    await use((await runtime.getR2Bucket("MATERIAL")) as unknown as Bucket);
  },
});

const bundle = await build({
  stdin: { contents: SCRIPT, resolveDir: import.meta.dirname, loader: "js" },
  bundle: true,
  write: false,
  format: "esm",
  platform: "node",
});
const runtime = new Miniflare(
  convertV4MiniflareOptions({
    name: "edge",
    modules: [{ type: "ESModule", path: "index.mjs", contents: bundle.outputFiles[0]?.text ?? "" }],
    compatibilityDate: "2026-11-01",
    compatibilityFlags: ["nodejs_compat"],
    r2Buckets: ["MATERIAL"],
    cf: false,
    telemetry: { enabled: false },
  }),
);

function begin(url: URL) {
  const sending = send(url, {
    method: "PUT",
    headers: { "content-length": String(BYTES) },
  });
  const answered = new Promise<string>((resolve, reject) => {
    sending.on("error", reject);
    sending.on("response", (response) => {
      response.setEncoding("utf8");
      response.on("data", resolve);
    });
  });
  sending.write(HALF);
  return { sending, answered };
}

test("R2 takes it with its length, and nothing of a part that breaks off", async ({
  url,
  bucket,
}) => {
  const broken = begin(url);
  broken.sending.destroy();
  await expect(broken.answered).rejects.toThrow("hang up");
  expect(await bucket.head("file")).toBeNull();
  const { sending, answered } = begin(url);
  sending.end(HALF);
  expect(await answered).toBe(`512 ${BYTES}`);
});

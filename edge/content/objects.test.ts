import { request as send } from "node:http";
import { expect, test as base } from "vitest";
import { runInWorkerd } from "../../tests/support/workerd.ts";
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

const runtime = await runInWorkerd(
  { stdin: { contents: SCRIPT, resolveDir: import.meta.dirname, loader: "js" } },
  { r2Buckets: ["MATERIAL"] },
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

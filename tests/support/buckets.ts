import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import type { Bucket } from "../../edge/deps.ts";

export async function openBucket(): Promise<{ bucket: Bucket; close: () => Promise<void> }> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: "bucket",
      modules: true,
      script: "export default {}",
      r2Buckets: ["MATERIAL"],
      cf: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.NONE),
    }),
  );
  const bucket = (await miniflare.getR2Bucket("MATERIAL")) as unknown as Bucket;
  return {
    bucket: {
      get: bucket.get.bind(bucket),
      head: bucket.head.bind(bucket),
      delete: bucket.delete.bind(bucket),
      list: bucket.list.bind(bucket),
      createMultipartUpload: bucket.createMultipartUpload.bind(bucket),
      // Streams lose their length on the way to Miniflare.
      resumeMultipartUpload(key: string, uploadId: string) {
        const upload = bucket.resumeMultipartUpload(key, uploadId);
        return {
          key,
          uploadId,
          abort: () => upload.abort(),
          complete: (parts: never[]) => upload.complete(parts),
          uploadPart: async (part: number, body: BodyInit) =>
            upload.uploadPart(part, await new Response(body).arrayBuffer()),
        };
      },
      put: async (key: string, body: BodyInit, options?: object) =>
        bucket.put(key, await new Response(body).arrayBuffer(), options),
    },
    close: () => miniflare.dispose(),
  };
}

const reject = () => Promise.reject(new Error("R2 does not answer"));

export const NO_BUCKET: Bucket = {
  get: reject,
  head: reject,
  put: reject,
  delete: reject,
  list: reject,
  createMultipartUpload: reject,
  resumeMultipartUpload: () => {
    throw new Error("R2 does not answer");
  },
};

import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { readArguments } from "#db/bin/arguments.ts";
import "../support/jsx-hook.ts";
import type { PreviewPage } from "./preview.ts";

/** `npm run mail:preview`. A thread of its own draws each page, so a reload shows the last edit. */
const DEFAULT_PORT = 4_300;

if (isMainThread) {
  readArguments({});
  serve();
} else {
  const { previewPage } = await import("./preview.ts");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(previewPage(new URL(String(workerData))));
}

async function respond(path: string, response: ServerResponse): Promise<void> {
  try {
    const url = new URL(path, "http://preview");
    const thread = new Worker(new URL(import.meta.url), { workerData: url.href });
    const [page] = (await once(thread, "message")) as [PreviewPage | null];
    response.writeHead(page === null ? 404 : 200, {
      "content-type": `${page?.type ?? "text/plain"}; charset=utf-8`,
      "cache-control": "no-store",
    });
    response.end(page?.body ?? "There’s nothing at this address.");
  } catch (error) {
    response.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
    response.end(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

function serve(): void {
  const server = createServer((request, response) => {
    void respond(request.url ?? "/", response);
  });
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    server.listen(0, "127.0.0.1");
  });
  server.on("listening", () => {
    const { port } = server.address() as AddressInfo;
    console.log(`Mail preview: http://127.0.0.1:${port}/   (Ctrl-C stops it)`);
  });
  server.listen(DEFAULT_PORT, "127.0.0.1");
  process.once("SIGINT", () => {
    server.close();
    server.closeAllConnections();
  });
}

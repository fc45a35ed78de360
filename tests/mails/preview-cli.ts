import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readArguments } from "#db/bin/arguments.ts";
import { previewPage } from "./preview.ts";

/** `npm run mail:preview`. Node starts it again after each edit, so a reload shows the last one. */
const DEFAULT_PORT = 4_300;

readArguments({});
const server = createServer((request, response) => {
  const page = previewPage(new URL(request.url ?? "/", "http://preview"));
  response.writeHead(page === null ? 404 : 200, {
    "content-type": `${page?.type ?? "text/plain"}; charset=utf-8`,
    "cache-control": "no-store",
  });
  response.end(page?.body ?? "There’s nothing at this address.");
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

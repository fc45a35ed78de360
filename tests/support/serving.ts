import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base } from "vitest";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A time limit that a local server meets on a busy machine, too. */
export const PATIENCE_MS = 15_000;

export async function serve(handler: Handler): Promise<{ url: string; close: () => void }> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const test = base.extend<{ serving: (handler: Handler) => Promise<string> }>({
  // oxlint-disable-next-line no-empty-pattern
  serving: async ({}, use) => {
    const servers: Awaited<ReturnType<typeof serve>>[] = [];
    await use(async (handler) => {
      const server = await serve(handler);
      servers.push(server);
      return server.url;
    });
    for (const server of servers) server.close();
  },
});

export async function failureOf(call: Promise<unknown>): Promise<Error> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error("The call did not fail");
  return outcome;
}

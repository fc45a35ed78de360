import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base } from "vitest";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A time limit that a local server meets on a busy machine, too. */
export const PATIENCE_MS = 15_000;

export const test = base.extend<{ serving: (handler: Handler) => Promise<string> }>({
  // oxlint-disable-next-line no-empty-pattern
  serving: async ({}, use) => {
    const servers: ReturnType<typeof createServer>[] = [];
    await use(async (handler) => {
      const server = createServer(handler);
      servers.push(server);
      await new Promise<void>((resolve) => {
        server.listen(0, "127.0.0.1", resolve);
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
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

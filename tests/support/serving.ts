import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base } from "vitest";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** How long a company is waited for that answers: longer than a busy machine takes. */
export const PATIENCE_MS = 15_000;

/** A test with companies of its own that are asked over HTTP: each answers as it is told, at the address that it is given. */
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

/** The error that a call ends in; a call that does not fail fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<Error> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error("The call did not fail");
  return outcome;
}

import { test as base } from "vitest";
import { type Handler, serve } from "./serve.ts";

/** A time limit that a local server meets on a busy machine, too. */
export const PATIENCE_MS = 15_000;

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

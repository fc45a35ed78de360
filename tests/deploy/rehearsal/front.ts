import { once } from "node:events";
import { createServer, request } from "node:http";

/** Says which release answered. */
export const RELEASE_HEADER = "x-rehearsal-release";

export type Front = {
  readonly port: number;
  /** @returns when the requests of the release before have their answers */
  readonly turnTo: (next: { readonly release: string; readonly port: number }) => Promise<void>;
  readonly close: () => void;
};

/** Keeps an address while releases behind it change: a request goes to the one that is current when it arrives. */
export async function openFront(): Promise<Front> {
  type Behind = { release: string; port: number; open: number; drained: () => void };
  let current: Behind | null = null;
  const server = createServer((asked, answer) => {
    const behind = current;
    if (behind === null) return void answer.writeHead(503).end();
    behind.open += 1;
    answer.once("close", () => {
      behind.open -= 1;
      if (behind.open === 0) behind.drained();
    });
    const { method, url: path, headers } = asked;
    const onward = request({ host: "127.0.0.1", port: behind.port, method, path, headers });
    onward.once("response", (given) => {
      const more = { ...given.headers, [RELEASE_HEADER]: behind.release };
      given.pipe(answer.writeHead(given.statusCode ?? 502, more));
    });
    onward.once("error", () =>
      answer.headersSent ? answer.destroy() : answer.writeHead(502).end(),
    );
    asked.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    async turnTo(next) {
      const before = current;
      const { promise, resolve } = Promise.withResolvers<void>();
      current = { ...next, open: 0, drained: () => undefined };
      if (before === null || before.open === 0) return;
      before.drained = resolve;
      await promise;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

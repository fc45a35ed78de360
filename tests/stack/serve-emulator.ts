import { serve } from "@hono/node-server";

type Fetch = Parameters<typeof serve>[0]["fetch"];

// As long as the clients' idle timeout: otherwise a request may meet a connection that is being
// closed.
const KEEP_ALIVE_MS = 120_000;

const OWN_HOSTS = new Set(["localhost", "127.0.0.1"]);

/** Serves an emulator until SIGTERM. */
export function serveEmulator(fetch: Fetch, options: { port: number; onStop?: () => void }): void {
  const server = serve({
    fetch: refuseOtherHosts(fetch),
    port: options.port,
    hostname: "127.0.0.1",
    serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS },
  });
  process.once("SIGTERM", () => {
    options.onStop?.();
    server.close(() => process.exit(0));
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}

/** A website whose name leads to this machine could read the mails, and the codes in them. */
export function refuseOtherHosts(fetch: Fetch): Fetch {
  return (request, env) =>
    OWN_HOSTS.has(new URL(request.url).hostname)
      ? fetch(request, env)
      : new Response("Open it as localhost.", { status: 421 });
}

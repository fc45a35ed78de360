import { serve } from "@hono/node-server";

// As long as the clients' idle timeout: otherwise a request may meet a connection that is being
// closed.
const KEEP_ALIVE_MS = 120_000;

/** Serves an emulator until SIGTERM. */
export function serveEmulator(
  fetch: Parameters<typeof serve>[0]["fetch"],
  options: { port: number; onStop?: () => void },
): void {
  const server = serve({
    fetch,
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

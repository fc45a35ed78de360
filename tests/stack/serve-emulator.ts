import { serve } from "@hono/node-server";

type Fetch = Parameters<typeof serve>[0]["fetch"];

// As long as the clients' idle timeout: otherwise a request may meet a connection that is being
// closed.
const KEEP_ALIVE_MS = 120_000;

const OWN_HOSTS = new Set(["localhost", "127.0.0.1"]);

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export function serveEmulator(fetch: Fetch, options: { port: number; onStop?: () => void }): void {
  const server = serve({
    fetch: refuseOtherSites(fetch),
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

/** A website whose name leads to this machine could read the mails, and the codes in them; any page could pay. */
export function refuseOtherSites(fetch: Fetch): Fetch {
  return (request, env) => {
    if (!OWN_HOSTS.has(new URL(request.url).hostname)) {
      return new Response("Open it as localhost.", { status: 421 });
    }
    if (!SAFE_METHODS.has(request.method) && isFromOtherSite(request.headers)) {
      return new Response("Not from another site.", { status: 403 });
    }
    return fetch(request, env);
  };
}

/** Programs send neither header. Our own pages without a referrer have the origin `null`, and so has any frame. */
function isFromOtherSite(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "cross-site";
  const origin = headers.get("origin");
  return origin !== null && !OWN_HOSTS.has(URL.parse(origin)?.hostname ?? "");
}

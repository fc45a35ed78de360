import type { Db } from "#db/client.ts";
import { addEdgeRequests, type EdgeRequestCount } from "#db/edge-requests.ts";
import type { AppMiddleware } from "./env.ts";

const SAVE_EVERY_MS = 10_000;

/** Refusing a password takes the edge half a second, and after two seconds users press again. */
const SLOW_AFTER_MS = 2_000;

/** Counts what the edge answers in memory and saves the counts after a response, every ten seconds at most. */
export function countRequests({ db, now }: { db: Db; now: () => Date }): AppMiddleware {
  let counts: EdgeRequestCount[] = [];
  let savedAtMs = now().getTime();
  const add = (more: EdgeRequestCount): void => {
    const same = counts.find((one) => one.route === more.route && one.outcome === more.outcome);
    if (same === undefined) counts.push({ ...more });
    else same.count += more.count;
  };
  return async function countRequests(c, next) {
    const route = edgeRouteOf(c.req.method, c.req.path, c.req.query("grant_type"));
    if (route === null) return next();
    const startedMs = now().getTime();
    await next();
    const endedMs = now().getTime();
    add({ route, outcome: edgeOutcomeOf(c.res.status, endedMs - startedMs), count: 1 });
    if (endedMs - savedAtMs < SAVE_EVERY_MS) return;
    const saving = counts;
    counts = [];
    savedAtMs = endedMs;
    c.executionCtx.waitUntil(
      // Postgres is unavailable: the counts, which contain its failures, are kept and saved later.
      addEdgeRequests(db, saving).catch(() => saving.forEach(add)),
    );
  };
}

/** @returns null for what is not counted: preflights and probes */
export function edgeRouteOf(
  method: string,
  path: string,
  grantType: string | undefined,
): EdgeRequestCount["route"] | null {
  if (method === "OPTIONS" || path === "/healthz" || path === "/readyz") return null;
  if (path === "/auth/v1/token" && grantType !== "refresh_token") return "sign-in";
  if (path.startsWith("/auth/")) return "auth";
  if (path.startsWith("/rest/v1/form_submissions")) return "enquiry";
  if (path.startsWith("/webhooks/")) return "webhook";
  return /^\/(?:media|photos|mail-pictures)\//.test(path) ? "file" : "api";
}

export function edgeOutcomeOf(status: number, tookMs: number): EdgeRequestCount["outcome"] {
  if (status >= 500) return "failed";
  if (tookMs > SLOW_AFTER_MS) return "slow";
  return status >= 400 ? "refused" : "ok";
}

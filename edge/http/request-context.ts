import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { MakeId } from "#contracts/ids.ts";
import { traceIdOf } from "#db/events/trace-id.ts";
import type { Publish } from "../adapters/publish.ts";
import type { EdgeConfig } from "../config.ts";
import type { AppEnv } from "./env.ts";
import { createLogger } from "./logger.ts";
import { readTraceparent } from "./traceparent.ts";

export type RequestContextDeps = {
  config: Pick<EdgeConfig, "LOG_LEVEL">;
  publish: Publish;
  makeId: MakeId;
  now: () => Date;
  /** Names the trace on Cloudflare's own span of the request. */
  tagTrace: (traceId: string) => void;
  writeLog: (line: string) => void;
};

/**
 * Gives each request an id, a trace, a logger and one log line. A client's own request id would
 * write foreign text into logs and audit.
 */
export function requestContext(deps: RequestContextDeps): MiddlewareHandler<AppEnv> {
  return async function requestContext(c, next) {
    const startedMs = deps.now().getTime();
    const requestId = deps.makeId("request");
    const traceparent = readTraceparent(c.req.header("traceparent"));
    const traceId = traceIdOf({ correlationId: requestId, traceparent });
    deps.tagTrace(traceId);
    const log = createLogger(deps.config.LOG_LEVEL, { requestId, traceId }, deps.writeLog);
    c.set("requestId", requestId);
    c.set("log", log);
    const { makeId, now, publish } = deps;
    const { graceMs } = publish;
    c.set("events", { makeId, now, correlationId: requestId, traceparent, graceMs });
    c.set("publish", publish.now);
    await next();
    // c.header() would copy a finished response.
    c.res.headers.set("X-Request-Id", requestId);
    log.info("request", {
      method: c.req.method,
      // The pattern, never the URL, which may contain anything.
      route: patternOf(c),
      status: c.res.status,
      ms: deps.now().getTime() - startedMs,
    });
  };
}

/** The matched route, also when middleware rejected the request. */
function patternOf(c: Context): string {
  const patterns = matchedRoutes(c).map(({ path }) => path);
  return patterns.findLast((path) => !path.endsWith("*")) ?? patterns.at(-1) ?? "";
}

import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import type { MakeId } from "#contracts/ids.ts";
import { traceIdOf } from "#db/events/trace-id.ts";
import type { Publish } from "../adapters/publish.ts";
import type { EdgeConfig } from "../config.ts";
import type { AppMiddleware } from "./env.ts";
import { createLogger } from "./logger.ts";

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
export function requestContext(deps: RequestContextDeps): AppMiddleware {
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

const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Reads a `traceparent` header. A later version may append fields, which this leaves out.
 * Source: W3C Trace Context, 3.2.
 *
 * @returns the header as version 00, with the sampled flag alone; null for an invalid one
 */
export function readTraceparent(header: string | undefined): string | null {
  const [, version, traceId, parentId, flags = "", more] = TRACEPARENT.exec(header ?? "") ?? [];
  if (version === undefined || (version === "00" && more !== undefined)) return null;
  return `00-${traceId}-${parentId}-0${Number.parseInt(flags, 16) & 1}`;
}

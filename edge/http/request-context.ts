import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { MakeId } from "#contracts/ids.ts";
import type { AppEnv } from "./env.ts";
import { createLogger, type LogLevel } from "./logger.ts";

/**
 * Gives every request its id, its logger and one log line. The id is always ours: one sent from outside
 * would let a stranger write into our logs and audit.
 */
export function requestContext(deps: {
  makeId: MakeId;
  logLevel: LogLevel;
  writeLog: (line: string) => void;
  now: () => Date;
}): MiddlewareHandler<AppEnv> {
  return async function requestContext(c, next) {
    const startedMs = deps.now().getTime();
    const requestId = deps.makeId("request");
    const log = createLogger(deps.logLevel, { requestId }, deps.writeLog);
    c.set("requestId", requestId);
    c.set("log", log);
    await next();
    // Not c.header(), which copies an answer that stands already.
    c.res.headers.set("X-Request-Id", requestId);
    log.info("request", {
      method: c.req.method,
      // Never the address: a stranger may have typed anything there.
      route: patternOf(c),
      status: c.res.status,
      ms: deps.now().getTime() - startedMs,
    });
  };
}

/** The pattern of the call that was asked for, also where something before it refused; else of what caught the rest. */
function patternOf(c: Context): string {
  const patterns = matchedRoutes(c).map(({ path }) => path);
  return patterns.findLast((path) => !path.endsWith("*")) ?? patterns.at(-1) ?? "";
}

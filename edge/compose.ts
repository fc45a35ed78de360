import { tracing } from "cloudflare:workers";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { connectNeon } from "./adapters/database.ts";
import { createPublish } from "./adapters/publish.ts";
import { createStripeGateway } from "./adapters/stripe-gateway.ts";
import { createCaptcha } from "./adapters/turnstile.ts";
import { createApp } from "./app.ts";
import { createLimits } from "./auth/limits/counter-client.ts";
import type { Passwords } from "./auth/passwords/hash.ts";
import { readEdgeConfig } from "./config.ts";
import { createTokenVerifier } from "./http/api-key.ts";
import { createLogger } from "./http/logger.ts";

export function compose(env: Env, passwords: Passwords) {
  const config = readEdgeConfig(env);
  const now = () => new Date();
  const writeLog = (line: string) => console.log(line);
  const counters = env.LIMIT_COUNTER;
  const log = createLogger(config.LOG_LEVEL, {}, writeLog);
  const bridge = config.NEON_FETCH_ENDPOINT;
  return createApp({
    config,
    db: connectNeon(config, () => {
      if (bridge === undefined) return;
      const toDo = `Nothing answers at ${bridge}: run \`npm run services\`, then \`npx wrangler dev\` again.`;
      log.warn("neon_bridge_unreachable", { toDo });
    }),
    publish: createPublish(config, env.EVENT_PUBLISHER),
    verifyToken: createTokenVerifier(config, now),
    passwords,
    limits: createLimits(
      // Western Europe, where the customers are; otherwise objects stay where the first request
      // came from.
      (number) => counters.get(counters.idFromName(`limits-${number}`), { locationHint: "weur" }),
      log,
    ),
    captcha: createCaptcha(config),
    enquiryLimiter: env.ENQUIRY_RATE_LIMITER,
    payments: createStripeGateway(config, now),
    apiLimiter: env.API_RATE_LIMITER,
    defaultLimiter: env.DEFAULT_RATE_LIMITER,
    bucket: env.MATERIAL,
    makeId: (kind) =>
      makeId(kind, now().getTime(), crypto.getRandomValues(new Uint8Array(ID_RANDOM_BYTES))),
    now,
    tagTrace,
    writeLog,
  });
}

/** Cloudflare neither reads nor sends `traceparent`: the attribute joins its traces with the worker's. */
function tagTrace(traceId: string): void {
  tracing.getActiveSpan()?.setAttribute("tidepost.trace_id", traceId);
}

import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { connectNeon } from "./adapters/database.ts";
import { createLimits } from "./auth/limits/counter-client.ts";
import { createStripeGateway } from "./adapters/stripe-gateway.ts";
import { createPublish } from "./adapters/publish.ts";
import { createApp } from "./app.ts";
import { createTokenVerifier } from "./http/api-key.ts";
import { readEdgeConfig } from "./config.ts";
import { createLogger } from "./http/logger.ts";

export { EventPublisher } from "./adapters/event-publisher.ts";
export { LimitCounter } from "./auth/limits/counter-object.ts";

// One per isolate.
let application: ReturnType<typeof compose> | undefined;

function compose(env: Env) {
  const config = readEdgeConfig(env);
  const now = () => new Date();
  const writeLog = (line: string) => console.log(line);
  const counters = env.LIMIT_COUNTER;
  return createApp({
    config,
    db: connectNeon(config),
    publish: createPublish(config, env.EVENT_PUBLISHER),
    verifyToken: createTokenVerifier(config, now),
    authLimits: createLimits(
      // Western Europe, where the customers are; otherwise objects stay where the first request
      // came from.
      (number) => counters.get(counters.idFromName(`limits-${number}`), { locationHint: "weur" }),
      createLogger(config.LOG_LEVEL, {}, writeLog),
    ),
    contactLimiter: env.CONTACT_RATE_LIMITER,
    payments: createStripeGateway(config, now),
    checkoutLimiter: env.CHECKOUT_RATE_LIMITER,
    makeId: (kind) =>
      makeId(kind, now().getTime(), crypto.getRandomValues(new Uint8Array(ID_RANDOM_BYTES))),
    now,
    writeLog,
  });
}

export default {
  fetch(request, env, context) {
    application ??= compose(env);
    return application.fetch(request, env, context);
  },
} satisfies ExportedHandler<Env>;

import { setTimeout as delay } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { createEmulator } from "./app.ts";
import type { AfterLastAttempt } from "./money/dunning.ts";
import { savePortalSettings } from "./objects/billing-portal.ts";
import { openStore } from "./store.ts";
import type { World } from "./world.ts";

// As long as the clients' idle timeout: otherwise a request may meet a connection that is being
// closed.
const KEEP_ALIVE_MS = 120_000;
const ANSWER_WITHIN_MS = 20_000;
const TICK_MS = 500;
const AFTER_LAST_ATTEMPT: readonly AfterLastAttempt[] = ["cancel", "unpaid", "past_due"];

const setting = (name: string): string | null => {
  const value = process.env[name];
  return value === undefined || value === "" ? null : value;
};

const port = Number(setting("PORT") ?? "12111");
const world: World = {
  store: openStore(setting("STATE_DIR")),
  baseUrl: setting("BASE_URL") ?? `http://localhost:${port}`,
  accountName: setting("ACCOUNT_NAME") ?? "Test account",
  webhookSecret: setting("WEBHOOK_SECRET"),
  afterLastAttempt:
    AFTER_LAST_ATTEMPT.find((one) => one === setting("AFTER_LAST_ATTEMPT")) ?? "cancel",
  wallClock: Date.now,
  cause: null,
};
if (setting("PORTAL") !== "unsaved") {
  world.store.transaction(() => savePortalSettings(world));
}
const standIn = createEmulator({
  world,
  secretKey: setting("SECRET_KEY"),
  random: Math.random,
  wait: (ms) => delay(ms),
  tickMs: TICK_MS,
  async post(url, body, signature) {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signature,
        "user-agent": "Stripe/1.0 (stand-in)",
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.body?.cancel();
    return answer.status;
  },
});

const server = serve({
  fetch: standIn.app.fetch,
  port,
  hostname: "127.0.0.1",
  serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS },
});
process.once("SIGTERM", () => {
  void standIn.stop();
  server.close(() => process.exit(0));
  if ("closeAllConnections" in server) server.closeAllConnections();
});

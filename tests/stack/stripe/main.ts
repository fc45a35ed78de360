import { setTimeout as delay } from "node:timers/promises";
import { serveEmulator } from "../serve-emulator.ts";
import { DEFAULT_SETTINGS } from "./account-settings.ts";
import { createStripeEmulator } from "./app.ts";
import { savePortalSettings } from "./objects/billing-portal.ts";
import { openStore } from "./store.ts";
import type { World } from "./world.ts";

const ANSWER_WITHIN_MS = 20_000;
const TICK_MS = 500;

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
  wallClock: Date.now,
  cause: null,
  settings: DEFAULT_SETTINGS,
};
world.store.transaction(() => savePortalSettings(world));
const emulator = createStripeEmulator({
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
        "user-agent": "Stripe/1.0 (emulator)",
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.body?.cancel();
    return answer.status;
  },
});

serveEmulator(emulator.app.fetch, {
  port,
  onStop: () => void emulator.stop(),
});

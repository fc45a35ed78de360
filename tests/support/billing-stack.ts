import { rm } from "node:fs/promises";
import pg from "pg";
import type { StackUrls } from "../stack/settings.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { makeScratchDir } from "./scratch-dir.ts";
import { stripeEmulator } from "./stripe-emulator.ts";

export type Row = Record<string, unknown>;

export type DedicatedBillingStack = {
  stack: Stack;
  urls: StackUrls & { stripeKey: string };
  emulator: ReturnType<typeof stripeEmulator>;
  query: (text: string, values: unknown[]) => Promise<Row[]>;
  stop: () => Promise<void>;
};

/**
 * Starts a stack for one file without the site, because its Stripe switches and worker kills would
 * affect others.
 */
export async function startBillingStack(name: string): Promise<DedicatedBillingStack> {
  const dir = makeScratchDir(name);
  const stack = await startStack({
    dir,
    parts: ["postgres", "redis", "bridge", "emulators", "stripe", "edge", "worker"],
  });
  const urls = { ...stack.urls, stripeKey: stack.settings["STRIPE_SECRET_KEY"] ?? "" };
  const database = new pg.Pool({ connectionString: stack.urls.databaseUrl, max: 2 });
  database.on("error", () => undefined);
  return {
    stack,
    urls,
    emulator: stripeEmulator(urls),
    query: async (text, values) => (await database.query<Row>(text, values)).rows,
    async stop() {
      await database.end();
      await stack.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

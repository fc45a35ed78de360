import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type { StackUrls } from "../stack/settings.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { findHeadlessShell } from "./chromium.ts";
import { startCollector } from "./collector.ts";
import { makeScratchDir } from "./scratch-dir.ts";
import { searchStack } from "./search-leaks.ts";

type ProvidedStack = StackUrls & {
  bridge: string;
  opsAccount: Stack["ops"];
  logs: string;
  stripeKey: string;
  collector: string;
};

declare module "vitest" {
  export interface ProvidedContext {
    stacks: ProvidedStack[];
  }
}

/** Enables the pixel in the site so that consent is tested; tests block requests to Meta. */
const PIXEL_ID = "100000000000001";

const SHOWN_LEAKS = 30;

export default async function provideStacks(project: TestProject): Promise<() => Promise<void>> {
  // Unpacks it before two processes would at once.
  await findHeadlessShell();
  const collector = await startCollector();
  const env = { PIXEL_ID, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const stacks = await Promise.all(
    Array.from({ length: project.vitest.config.maxWorkers }, () =>
      startStack({ dir: makeScratchDir("tests"), env }),
    ),
  );
  project.provide(
    "stacks",
    stacks.map((stack) => ({
      ...stack.urls,
      bridge: `http://127.0.0.1:${stack.ports.bridge}`,
      opsAccount: stack.ops,
      logs: logsOf(stack),
      stripeKey: stack.settings["STRIPE_SECRET_KEY"] ?? "",
      collector: collector.url,
    })),
  );
  return async () => {
    const leaks = (
      await Promise.all(stacks.map((stack) => searchStack(stack, logsOf(stack), collector.bodies)))
    ).flat();
    await Promise.all(
      stacks.map(async (stack) => {
        await stack.stop();
        await rm(stack.dir, { recursive: true, force: true });
      }),
    );
    collector.close();
    if (leaks.length > 0) {
      const lines = leaks.slice(0, SHOWN_LEAKS).map(({ where, what }) => `${where} holds ${what}`);
      throw new Error(`${leaks.length} leaks after the whole run:\n${lines.join("\n")}`);
    }
  };
}

const logsOf = (stack: Stack) => join(stack.dir, "logs");

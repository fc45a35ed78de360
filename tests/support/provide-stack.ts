import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type Stack, startStack } from "../stack/stack.ts";
import type { StackUrls } from "../stack/settings.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The running stack, as `stack.json` describes it, with what only tests need. */
    stack: StackUrls & {
      bridge: string;
      opsAccount: Stack["ops"];
      logs: string;
      stripeKey: string;
    };
  }
}

/** A site with a pixel, so that tests see that it waits for consent. No test lets a request reach its vendor. */
const PIXEL_ID = "100000000000001";

/** Starts the whole product once for the run, in a folder of its own. */
export default async function provideStack(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), "tidepost-tests-"));
  const stack = await startStack({ dir, env: { PIXEL_ID } });
  project.provide("stack", {
    ...stack.urls,
    bridge: `http://127.0.0.1:${stack.ports.bridge}`,
    opsAccount: stack.ops,
    logs: join(dir, "logs"),
    stripeKey: stack.settings["STRIPE_SECRET_KEY"] ?? "",
  });
  return async () => {
    await stack.stop();
    await rm(dir, { recursive: true, force: true });
  };
}

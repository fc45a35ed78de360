import { join } from "node:path";
import { pidFolder } from "../stack/leftovers.ts";
import { createPart, type Death, type Part } from "../stack/part.ts";
import { answersOk, nodeEnvironment } from "../stack/parts.ts";
import { ROOT, stackFile } from "../stack/paths.ts";
import type { Stack } from "../stack/stack.ts";
import { freePort } from "./free-port.ts";

const WORKER_BUNDLE = join(ROOT, "worker", "dist", "main.js");

/**
 * Describes a worker beside the stack's own, with the same settings.
 *
 * @param options.name of its log
 */
export async function createWorkerPart(
  stack: Stack,
  options: {
    name: string;
    bundle?: string;
    preload?: string;
    onDeath: (death: Death) => void;
  },
): Promise<Part> {
  const { name, bundle = WORKER_BUNDLE, preload, onDeath } = options;
  const port = await freePort();
  return createPart({
    name: "worker",
    command: process.execPath,
    args: [
      ...[stackFile("exit-with-parent.ts"), preload ?? []]
        .flat()
        .flatMap((file) => ["--import", file]),
      bundle,
    ],
    cwd: ROOT,
    env: {
      ...nodeEnvironment(),
      ...stack.settings,
      LISTEN_HOST: "127.0.0.1",
      PORT: String(port),
    },
    logFile: join(stack.dir, "logs", `${name}.log`),
    pidFile: join(pidFolder(stack.dir), `${name}.pid`),
    stopGraceMs: 25_000,
    isHealthy: () => answersOk(`http://127.0.0.1:${port}/healthz`),
    onHealthy: () => undefined,
    onDeath,
  });
}

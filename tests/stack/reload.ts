import { type FSWatcher, watch } from "node:fs";
import { join, sep } from "node:path";
import { migrateDatabase } from "#db/migrate.ts";
import { buildEdge, buildWorker } from "./builds.ts";
import { ROOT } from "./paths.ts";
import type { Stack } from "./stack.ts";
import { StackError } from "./stack-error.ts";

// Editors write a file in several strokes, and a checkout touches many files at once.
const SETTLE_MS = 150;

const NOT_SOURCES = new Set(["dist", ".tsc", "node_modules"]);

/**
 * Rebuilds and restarts edge and worker when their sources change. A build that fails is told and leaves the
 * running version alone. (The site needs no help: Vite reloads it by itself.)
 *
 * @param tell hears one sentence for each reload or failure
 * @returns stops watching
 */
export function reloadOnChange(stack: Stack, tell: (sentence: string) => void): () => void {
  const reloads: Readonly<Record<string, () => Promise<void>>> = {
    schema: () => migrateDatabase(stack.urls.databaseUrl),
    edge: async () => {
      const { dir, built } = await buildEdge();
      if (built) await stack.parts.edge.restart({ env: { EDGE_BUNDLE: dir } });
    },
    worker: async () => {
      const { built } = await buildWorker();
      if (built) await stack.parts.worker.restart();
    },
  };
  const affected: Readonly<Record<string, readonly string[]>> = {
    contracts: ["edge", "worker"],
    db: ["schema", "edge", "worker"],
    edge: ["edge"],
    worker: ["worker"],
  };

  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();

  async function reload(): Promise<void> {
    const names = Object.keys(reloads).filter((name) => changed.has(name));
    changed.clear();
    for (const name of names) {
      try {
        await reloads[name]?.();
        tell(`Reloaded: ${name}.`);
      } catch (error) {
        if (!(error instanceof StackError)) throw error;
        tell(error.message);
      }
    }
  }

  const watchers: FSWatcher[] = Object.entries(affected).map(([folder, names]) =>
    watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
      if (file === null || file.split(sep).some((part) => NOT_SOURCES.has(part))) return;
      for (const name of names) changed.add(name);
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(reload);
      }, SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

import { type FSWatcher, readdirSync, watch } from "node:fs";
import { basename, join } from "node:path";
import { buildEdge, buildWorker } from "./builds.ts";
import { bringToNewestSchema } from "./newest-schema.ts";
import { ROOT } from "./paths.ts";
import { StackError } from "./stack-error.ts";
import type { Stack } from "./stack.ts";

// Editors write in several steps, and a checkout touches many files.
const SETTLE_MS = 150;

const NOT_SOURCES = new Set(["dist", ".tsc", "node_modules"]);

/**
 * Rebuilds and restarts edge and worker when their sources change; a failed build leaves the
 * running version.
 *
 * @param tell receives one sentence per reload or failure
 * @returns stops watching
 */
export async function reloadOnChange(
  stack: Stack,
  tell: (sentence: string) => void,
): Promise<() => void> {
  let [edge, worker] = await Promise.all([buildEdge(), buildWorker()]);
  const reloads: Readonly<Record<string, () => Promise<boolean>>> = {
    schema: async () => {
      await bringToNewestSchema(stack.urls.databaseUrl);
      return false;
    },
    edge: async () => {
      const built = await buildEdge();
      if (built === edge) return false;
      edge = built;
      await stack.parts.edge.restart({ env: { EDGE_BUNDLE: built } });
      return true;
    },
    worker: async () => {
      const built = await buildWorker();
      if (built === worker) return false;
      worker = built;
      await stack.parts.worker.restart();
      return true;
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
        if ((await reloads[name]?.()) === true) tell(`Reloaded the ${name}.`);
      } catch (error) {
        if (!(error instanceof StackError)) throw error;
        tell(error.message);
      }
    }
  }

  const watchers = Object.entries(affected).map(([folder, names]) =>
    watchTree(join(ROOT, folder), () => {
      for (const name of names) changed.add(name);
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(reload);
      }, SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const stopWatching of watchers) stopWatching();
  };
}

/** Watches each folder. Node's recursive watching on Linux loses files that an editor replaces. */
function watchTree(root: string, onChange: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const add = (folder: string): void => {
    if (watchers.has(folder) || NOT_SOURCES.has(basename(folder))) return;
    const watcher = watch(folder, (event) => {
      // A new folder is reported as a rename.
      if (event === "rename") addAll();
      onChange();
    });
    watcher.on("error", () => {
      watcher.close();
      watchers.delete(folder);
    });
    watchers.set(folder, watcher);
  };
  const addAll = (): void => {
    add(root);
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (entry.isDirectory()) add(join(entry.parentPath, entry.name));
    }
  };
  addAll();
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}

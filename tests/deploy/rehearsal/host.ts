import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import pg from "pg";
import * as z from "zod";
import { knownMigrations } from "#db/bin/migrate.ts";
import { findSource } from "#db/bin/target.ts";
import { withBuiltSite } from "../../stack/builds.ts";
import type { Part } from "../../stack/part.ts";
import { describeParts } from "../../stack/parts.ts";
import { stackDirOf } from "../../stack/paths.ts";
import { claimPorts } from "../../stack/ports.ts";
import { processIdentity } from "../../stack/process-identity.ts";
import { type Stack, startStack } from "../../stack/stack.ts";
import { type PartSettings, splitByPart } from "../part-settings.ts";
import type { Serving } from "../record.ts";
import { readRelease, writeRows } from "../release.ts";
import { writeSiteSettings } from "../write-site-settings.ts";
import { type Front, openFront } from "./front.ts";
import {
  buildCommit,
  buildPresent,
  copyWorker,
  linkedRelease,
  makeFolder,
  turnLink,
} from "./releases.ts";

// What deploys go to, without an account: the services of a local stack, and for site, edge and worker the last release,
// each behind an address that stays. A part is switched as in production: the next one starts beside it, answers, gets the
// requests, and the one before may finish its own.

const PARTS = ["worker", "edge", "site"] as const satisfies (keyof Serving)[];

/** Beyond those of other stacks, which begin at 4100. */
const PORT_BASE = 7_100;

const HostFile = z.object({
  process: z.string(),
  control: z.url(),
  backupKey: z.string(),
});
export type HostFile = z.infer<typeof HostFile>;

export type Host = HostFile & {
  readonly dir: string;
  readonly stack: Stack;
  /** The release that serves first. */
  readonly released: string;
  readonly stop: () => Promise<void>;
};

/** Finds the rehearsal that runs in a folder. */
export function findHost(dir: string): HostFile | null {
  const file = join(dir, "rehearsal.json");
  if (!existsSync(file)) return null;
  const host = HostFile.parse(JSON.parse(readFileSync(file, "utf8")));
  return processIdentity(Number.parseInt(host.process, 10)) === host.process ? host : null;
}

/** The settings of all parts. */
export function settingsOf(dir: string): PartSettings {
  const { settings } = findSource({ target: "local" }, { STACK_DIR: dir });
  return splitByPart("local", { shared: settings, edge: {}, worker: {}, vars: {} });
}

/** Starts the last release with its schema and its rows. */
export async function startHost(dir: string): Promise<Host> {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const { commit, schema, rows } = readRelease();
  const earlier = await buildCommit(commit);
  const built = earlier ?? (await buildPresent());
  const [worker, edge, site] = await Promise.all(PARTS.map(openFront));
  if (worker === undefined || edge === undefined || site === undefined) throw new Error("no ports");
  const fronts: Record<keyof Serving, Front> = { worker, edge, site };
  const known = knownMigrations();
  const stack = await startStack({
    dir,
    parts: ["postgres", "redis", "bridge", "emulators", "stripe"],
    wranglerPort: fronts.edge.port,
    env: {
      SITE_URL: `http://localhost:${fronts.site.port}`,
      OPS_URL: `http://localhost:${fronts.worker.port}`,
    },
    // A shallow clone lacks the commit; its own version stands in, which needs its own schema.
    migrations:
      earlier === null ? known : known.slice(0, known.findIndex(({ tag }) => tag === schema) + 1),
  });
  const client = new pg.Client({ connectionString: stack.urls.databaseUrl });
  await client.connect();
  if (earlier !== null) await writeRows(client, rows);
  await client.end();

  const copy = (from: string) => (to: string) => cpSync(from, to, { recursive: true });
  const first = { dir, release: commit };
  await makeFolder({ ...first, part: "worker", fill: (to) => copyWorker(built.worker, to) });
  await makeFolder({ ...first, part: "edge", fill: copy(built.edge) });
  // The site's own release would take as long to build as all the rest.
  await withBuiltSite((from) =>
    makeFolder({
      ...first,
      part: "site",
      fill: (to) => writeSiteSettings({ given: settingsOf(dir), from, to, now: new Date() }),
    }),
  );
  const running = new Map<keyof Serving, { release: string; end: () => Promise<void> }>();
  const roll = async (part: keyof Serving): Promise<void> => {
    const release = linkedRelease(dir, part);
    const before = running.get(part);
    if (before?.release === release) return;
    const next = await startPart(stack, part, release);
    running.set(part, { release, end: next.end });
    await fronts[part].turnTo({ release, port: next.port });
    await before?.end();
  };
  for (const part of PARTS) turnLink(dir, part, commit);
  await Promise.all(PARTS.map(roll));

  const control = createServer((request, response) => {
    const part = PARTS.find((name) => request.url === `/${name}`);
    if (request.method === "POST" && part !== undefined) {
      roll(part).then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
      return;
    }
    const serving = Object.fromEntries([...running].map(([name, { release }]) => [name, release]));
    response.end(JSON.stringify(serving));
  });
  control.listen(0, "127.0.0.1");
  await once(control, "listening");
  const address = control.address();
  const file: HostFile = {
    process: processIdentity(process.pid) ?? "",
    control: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    backupKey: randomBytes(32).toString("base64"),
  };
  writeFileSync(join(dir, "rehearsal.json"), JSON.stringify(file), { mode: 0o600 });
  return {
    ...file,
    dir,
    stack,
    released: commit,
    async stop() {
      control.closeAllConnections();
      control.close();
      for (const { end } of running.values()) await end();
      for (const front of Object.values(fronts)) front.close();
      await stack.stop();
    },
  };
}

let starts = 0;

async function startPart(
  stack: Stack,
  part: keyof Serving,
  release: string,
): Promise<{ port: number; end: () => Promise<void> }> {
  const folder = join(stack.dir, "releases", part, release);
  const block = await claimPorts({ base: PORT_BASE, fixed: false });
  starts += 1;
  const parts: Record<string, Part> = describeParts({
    dir: join(stack.dir, "started", `${starts}-${part}-${release}`),
    ports: block.ports,
    urls: stack.urls,
    settings: stack.settings,
    wanted: new Set([part]),
    databasePassword: null,
    redis: null,
    hasApi: true,
    siteServer: "pages",
    workerFolder: folder,
    onHealthy: () => undefined,
    onDeath: ({ how, logFile }) => process.stderr.write(`The ${part} died (${how}): ${logFile}\n`),
  });
  const started = parts[part];
  if (started === undefined) throw new Error(`no part ${part}`);
  await started.start({ env: { EDGE_BUNDLE: folder, SITE_DIR: folder } });
  const { ops: worker, api: edge, site } = block.ports;
  return {
    port: { worker, edge, site }[part],
    async end() {
      await started.kill();
      await block.release();
    },
  };
}

if (import.meta.main) {
  const host = await startHost(join(stackDirOf(process.env), "rehearsal"));
  process.stdout.write(`${host.released} serves at ${host.stack.urls.site}. Ctrl-C ends it.\n`);
  process.once("SIGINT", () => void host.stop().then(() => process.exit(0)));
}

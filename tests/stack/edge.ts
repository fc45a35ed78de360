import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { EDGE_CONFIG_KEYS } from "../../edge/config.ts";

const { EDGE_BUNDLE, EDGE_PORT, EDGE_TEMP, EDGE_STORAGE, EDGE_INSPECTOR_PORT } = process.env;
if (EDGE_BUNDLE === undefined || EDGE_PORT === undefined || EDGE_TEMP === undefined) {
  console.error("The edge needs EDGE_BUNDLE, EDGE_PORT and EDGE_TEMP.");
  process.exit(1);
}

// Temporary files of a killed predecessor.
rmSync(EDGE_TEMP, { recursive: true, force: true });
mkdirSync(EDGE_TEMP, { recursive: true });
process.env["TMPDIR"] = EDGE_TEMP;

// R2's objects outlive a restart, as the rows that name them do. Counters of requests do not.
if (EDGE_STORAGE !== undefined && existsSync(EDGE_STORAGE)) {
  for (const kind of readdirSync(EDGE_STORAGE)) {
    if (kind !== "r2") rmSync(join(EDGE_STORAGE, kind), { recursive: true, force: true });
  }
}

const options = JSON.parse(readFileSync(join(EDGE_BUNDLE, "options.json"), "utf8")) as {
  bindings: Record<string, string>;
};
const given = EDGE_CONFIG_KEYS.flatMap((key) => {
  const value = process.env[key];
  return value === undefined ? [] : [[key, value]];
});

// wrangler copies them beside the bundle, under the hash of their content.
const wasmFiles = readdirSync(EDGE_BUNDLE).filter((file) => file.endsWith(".wasm"));

const edge = new Miniflare(
  convertV4MiniflareOptions({
    ...options,
    name: "edge",
    host: "127.0.0.1",
    port: Number(EDGE_PORT),
    // Enabled by the heap measurements only: the inspector can run code in the isolates.
    ...(EDGE_INSPECTOR_PORT === undefined ? {} : { inspectorPort: Number(EDGE_INSPECTOR_PORT) }),
    modules: [
      { type: "ESModule", path: join(EDGE_BUNDLE, "index.js") },
      ...wasmFiles.map((file) => ({
        type: "CompiledWasm" as const,
        path: join(EDGE_BUNDLE, file),
      })),
    ],
    modulesRoot: EDGE_BUNDLE,
    ...(EDGE_STORAGE === undefined ? {} : { resourcePersistencePath: EDGE_STORAGE }),
    bindings: { ...options.bindings, ...Object.fromEntries(given) },
    // No request to Cloudflare for `request.cf`.
    cf: false,
    telemetry: { enabled: false },
    log: new Log(LogLevel.WARN),
    logRequests: false,
    handleStructuredLogs: ({ message }) => {
      process.stdout.write(`${message}\n`);
    },
  }),
);

process.once("SIGTERM", () => {
  void edge.dispose().then(() => process.exit(0));
});
await edge.ready;

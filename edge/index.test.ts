import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Plugin } from "esbuild";
import { expect, test, vi } from "vitest";
import { runInWorkerd } from "../tests/support/workerd.ts";

const WASM = "@phi-ag/argon2/argon2.wasm";

/**
 * Without settings, `compose` throws when it reads them. The bundle leaves out the rest of `compose` and
 * the publisher, because they import most of the edge.
 */
const UNREACHED: Readonly<Record<string, string>> = {
  "./compose.ts": `export { readEdgeConfig as compose } from "./config.ts";`,
  "./adapters/event-publisher.ts": "export class EventPublisher {}",
};

const replaceUnreached: Plugin = {
  name: "replace-unreached",
  setup(bundling) {
    bundling.onResolve({ filter: /./ }, ({ path, kind }) =>
      kind !== "entry-point" && path in UNREACHED ? { path, namespace: "unreached" } : undefined,
    );
    bundling.onLoad({ filter: /./, namespace: "unreached" }, ({ path }) => ({
      contents: UNREACHED[path] ?? "",
      resolveDir: import.meta.dirname,
    }));
  },
};

// In workerd, as `wrangler dev` runs it before there are settings.
test("no settings: 503 with a sentence that says what to run, also in the terminal", async () => {
  const terminal = vi.mocked(console.error).mockReturnValue();
  const contents = await readFile(createRequire(import.meta.url).resolve(WASM));
  const runtime = await runInWorkerd(
    {
      entryPoints: [new URL("index.ts", import.meta.url).pathname],
      external: ["cloudflare:workers", "node:*", WASM],
      plugins: [replaceUnreached],
    },
    { modules: [{ type: "CompiledWasm", path: WASM, contents }] },
  );
  const response = await runtime.dispatchFetch("https://api.tidepost.example/readyz");
  const { code, error } = (await response.json()) as { code: string; error: string };
  await runtime.dispose();
  expect([response.status, code]).toEqual([503, "not_configured"]);
  expect(error).toMatch(
    /^The edge has missing or wrong settings: DATABASE_URL \(missing\), .*`npm run services`/,
  );
  expect(terminal.mock.calls).toEqual([[error]]);
  terminal.mockClear();
});

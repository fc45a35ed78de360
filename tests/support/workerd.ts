import { build, type BuildOptions } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";

type V4Options = Parameters<typeof convertV4MiniflareOptions>[0];

/** The edge does not start without these settings and the address of its queue. Nothing answers at the database's. */
export const EDGE_BINDINGS = {
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  SITE_URL: "https://tidepost.example",
  API_URL: "https://api.tidepost.example",
  JWT_KEYS: JSON.stringify([{ kid: "key-1", kty: "EC", crv: "P-256", x: "x", y: "y", d: "d" }]),
  AUTH_CODE_SECRET: "c".repeat(32),
  AUTH_TOKEN_SECRET: "t".repeat(32),
  AUTH_ENCRYPTION_SECRET: "s".repeat(32),
};

/** Bundles a module and runs it in workerd, as Cloudflare does. */
export async function runInWorkerd(
  how: BuildOptions,
  { modules = [], ...options }: { modules?: object[] } & Record<string, unknown> = {},
): Promise<Miniflare> {
  const { outputFiles } = await build({
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["cloudflare:workers", "node:*"],
    logLevel: "error",
    ...how,
    write: false,
  });
  const contents = outputFiles[0]?.text ?? "";
  return new Miniflare(
    convertV4MiniflareOptions({
      name: "edge",
      modules: [{ type: "ESModule", path: "index.mjs", contents }, ...modules],
      compatibilityDate: "2026-11-01",
      compatibilityFlags: ["nodejs_compat"],
      cf: false,
      telemetry: { enabled: false },
      ...options,
    } as V4Options),
  );
}

import { build, type BuildOptions } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";

type V4Options = Parameters<typeof convertV4MiniflareOptions>[0];

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

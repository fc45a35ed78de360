import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import { build } from "esbuild";
import { DomainEvent, type EventType } from "#contracts/events/catalogue.ts";
import type * as Catalogue from "../../worker/effects/catalogue.ts";
import type { Effect, EffectDeps } from "../../worker/effects/effect.ts";

const require = createRequire(import.meta.url);

/** Bundles the worker's effects, which contain JSX, and returns which effects an event creates. */
export async function loadExpectedEffects(): Promise<(event: unknown) => string[]> {
  const { outputFiles } = await build({
    entryPoints: [new URL("../../worker/effects/catalogue.ts", import.meta.url).pathname],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node24",
    packages: "external",
    write: false,
    logLevel: "silent",
  });
  const module: { exports: unknown } = { exports: {} };
  compileFunction(outputFiles[0]?.text ?? "", ["module", "require"])(module, require);
  const { createEffects } = module.exports as typeof Catalogue;
  // No effect runs here, so the dependencies are empty.
  const effects = createEffects({} as EffectDeps);
  return (given) => {
    const event = DomainEvent.parse(given);
    const own = effects[event.type] as Readonly<Record<string, Effect<EventType>>>;
    return Object.entries(own)
      .filter(([, effect]) => effect.when?.(event) ?? true)
      .map(([name]) => name);
  };
}

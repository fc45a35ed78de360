import { DomainEvent, type EventType } from "#contracts/events/catalogue.ts";
import type { EffectDeps } from "../../worker/effects/effect-deps.ts";
import type { Effect } from "../../worker/pipeline/effect.ts";
import "../support/jsx-hook.ts";

export async function loadExpectedEffects(): Promise<(event: unknown) => string[]> {
  const { createEffects } = await import("../../worker/effects/catalogue.ts");
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

import type { EffectDeps } from "../../worker/effects/effect-deps.ts";

/** Has what a test gives; all else rejects when it is called, with its name. */
export const unreachable = <T extends object>(given: Partial<T>, path = ""): T =>
  new Proxy(given, {
    get(target, name) {
      if (Reflect.has(target, name)) return Reflect.get(target, name) as unknown;
      const called = `${path}${String(name)}`;
      return unreachable(
        Object.assign(() => Promise.reject(new Error(`Bug: the test gives no ${called}`)), {}),
        `${called}.`,
      );
    },
  }) as T;

/** What effects need, of which a test gives what it expects to be called. */
export const effectDeps = (given: Partial<EffectDeps>): EffectDeps =>
  unreachable({
    smsSender: null,
    reporter: null,
    findLaterFacts: () => Promise.resolve(null),
    now: () => new Date("2026-11-20T12:00:00Z"),
    teamEmail: "team@tidepost.example",
    siteUrl: "https://tidepost.example",
    apiUrl: "https://api.tidepost.example",
    opsUrl: "https://ops.tidepost.example",
    ...given,
  });

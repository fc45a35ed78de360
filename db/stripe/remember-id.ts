import { MINUTE_MS } from "#contracts/durations.ts";

// `npm run billing:sync` replaces these objects rarely.
const TTL_MS = 10 * MINUTE_MS;

/** Remembers the id of an object at Stripe. While there is none, each call looks again. */
export function rememberId(
  find: () => Promise<{ readonly id: string } | null>,
  now: () => Date,
): () => Promise<string | null> {
  let known: { id: string; untilMs: number } | null = null;
  return async () => {
    if (known !== null && known.untilMs > now().getTime()) return known.id;
    const found = await find();
    known = found === null ? null : { id: found.id, untilMs: now().getTime() + TTL_MS };
    return known?.id ?? null;
  };
}

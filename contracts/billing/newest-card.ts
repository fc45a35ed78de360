import type { CardSnapshot } from "./stripe-state.ts";

/** The newest card is the one that pays: `worker/billing/set-default-card.ts` makes it the default. */
export function newestCard(cards: readonly (CardSnapshot | null)[]): CardSnapshot | null {
  return cards.reduce(
    (best, card) =>
      card !== null && (best === null || card.createdS > best.createdS) ? card : best,
    null,
  );
}

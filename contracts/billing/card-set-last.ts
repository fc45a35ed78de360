import type { CardSnapshot, StripeCustomerState } from "./stripe-state.ts";

/** Where a card is set at Stripe (`default`, or a subscription's id) → the card, and since when in seconds since the epoch. */
export type SetCards = Readonly<Record<string, { readonly id: string; readonly sinceS: number }>>;

const DEFAULT = "default";

/**
 * Dates the cards that a sync sees. Stripe tells when a card was created, but not when somebody set it: one that the last
 * sync did not see there was set since then, whatever its age.
 *
 * @param saved what the last sync saw; null before the first, when a card counts from its creation
 */
export function datedCards(
  { customer, subscriptions }: Pick<StripeCustomerState, "customer" | "subscriptions">,
  saved: SetCards | null,
  now: Date,
): SetCards {
  const set = [
    { place: DEFAULT, card: customer.defaultCard, isByHand: true },
    ...subscriptions.map(({ id, ownCard, schedule }) => ({
      place: id,
      card: ownCard,
      // A schedule repeats the card of its creation with each phase.
      isByHand: schedule?.cardId == null || schedule.cardId !== ownCard?.id,
    })),
  ];
  const known = [
    ...set.map(({ card }) => card?.createdS ?? 0),
    ...Object.values(saved ?? {}).map(({ sinceS }) => sinceS),
  ];
  // Stripe's clock may be ahead of ours.
  const nowS = Math.max(Math.floor(now.getTime() / 1_000), Math.max(...known) + 1);
  return Object.fromEntries(
    set.flatMap(({ place, card, isByHand }) => {
      if (card === null) return [];
      const { id, createdS } = card;
      const before = saved?.[place];
      if (before?.id === id) return [[place, before]];
      return [[place, { id, sinceS: saved !== null && isByHand ? nowS : createdS }]];
    }),
  );
}

/**
 * The card that somebody set last is the one that pays: `worker/billing/set-default-card.ts` makes it the default. Of two
 * at once it is the default.
 *
 * @param places subscriptions whose own cards count
 * @param typed a card that a person typed to pay an invoice
 */
export function cardSetLast(
  set: SetCards,
  places: readonly string[],
  typed: CardSnapshot | null = null,
): string | null {
  const cards = [
    ...[DEFAULT, ...places].flatMap((place) => set[place] ?? []),
    ...(typed === null ? [] : [{ id: typed.id, sinceS: typed.createdS }]),
  ];
  return cards.toSorted((a, b) => b.sinceS - a.sinceS)[0]?.id ?? null;
}

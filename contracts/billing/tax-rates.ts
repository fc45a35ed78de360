export type TaxRateState = {
  readonly id: string;
  /** Made by `npm run billing:sync`. */
  readonly isOurs: boolean;
};

/**
 * A rate that the team set by hand stays.
 *
 * @param vatRateId null for a company that is not registered for VAT
 * @returns null if nothing changes
 */
export function taxRatesToSet(
  current: readonly TaxRateState[],
  vatRateId: string | null,
): readonly string[] | null {
  if (current.some(({ isOurs }) => !isOurs)) return null;
  const wanted = vatRateId === null ? [] : [vatRateId];
  const isSame = wanted.length === current.length && current.every(({ id }) => id === vatRateId);
  return isSame ? null : wanted;
}

const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/**
 * What a card is called.
 *
 * @param brand in the payment provider's word
 * @returns for example `Visa ending 4242`; null where no card is known
 */
export function cardName(brand: string | null, last4: string | null): string | null {
  if (brand === null || last4 === null) return null;
  const name = Object.hasOwn(BRANDS, brand)
    ? BRANDS[brand]
    : brand.charAt(0).toUpperCase() + brand.slice(1);
  return `${name} ending ${last4}`;
}

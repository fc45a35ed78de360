import { BANK_DEBIT } from "./bank-debit.ts";

const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** For example `Visa ending 4242`. */
export function cardName(brand: string | null, last4: string | null): string | null {
  if (brand === BANK_DEBIT) return "a bank account";
  if (brand === null || last4 === null) return null;
  const name = Object.hasOwn(BRANDS, brand)
    ? BRANDS[brand]
    : brand.charAt(0).toUpperCase() + brand.slice(1);
  return `${name} ending ${last4}`;
}

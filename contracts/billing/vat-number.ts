export type VatNumber = { readonly type: "gb_vat" | "eu_vat"; readonly value: string };

const UK = /^(?:\d{9}|\d{12}|GD[0-4]\d\d|HA[5-9]\d\d)$/;

// Source: europa.eu/youreurope/business, VAT identification numbers. Greece's prefix is EL, and
// XI is Northern Ireland.
const EU: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-Z]{2})$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: UK,
};

/** Reads a VAT number of the United Kingdom or the European Union; null if it is none. */
export function parseVatNumber(text: string): VatNumber | null {
  const bare = text.replaceAll(/[\s.-]/g, "").toUpperCase();
  // On British letterheads the prefix is often left out.
  const full = /^(?:\d{9}|\d{12})$/.test(bare) ? `GB${bare}` : bare.replace(/^GR/, "EL");
  const [prefix, number] = [full.slice(0, 2), full.slice(2)];
  if (prefix === "GB") return isUkNumber(number) ? { type: "gb_vat", value: full } : null;
  const isValid = EU[prefix]?.test(number) === true && (prefix !== "XI" || isUkNumber(number));
  return isValid ? { type: "eu_vat", value: full } : null;
}

/** @returns the ISO 3166-1 code of the country that gave it */
export function countryOfVatNumber({ value }: Pick<VatNumber, "value">): string {
  const prefix = value.slice(0, 2);
  return { EL: "GR", XI: "GB" }[prefix] ?? prefix;
}

/** HMRC's check digits: weighted digits and the last two are a multiple of 97, since 2010 less 55. */
function isUkNumber(number: string): boolean {
  if (!UK.test(number)) return false;
  if (/^[GH]/.test(number)) return true;
  let total = Number(number.slice(7, 9));
  for (let index = 0; index < 7; index++) total += Number(number[index]) * (8 - index);
  return total % 97 === 0 || (total + 55) % 97 === 0;
}

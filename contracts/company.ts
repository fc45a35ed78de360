const DOMAIN = "tidepost.example";

export const COMPANY = {
  name: "Tidepost",
  legalName: "Tidepost Ltd",
  jurisdiction: "England and Wales",
  // Example data: no company has this number, no place this postcode.
  number: "00000000",
  registeredOffice: "1 Example Quay, Sampleton ZZ99 9ZZ",
  /** Null without a registration for VAT: then the site, the mails and Stripe never name it. */
  vatNumber: "GB000000000" as string | null,
  domain: DOMAIN,
  email: `hello@${DOMAIN}`,
  timeZone: "Europe/London",
} as const;

/** RFC 5322: a name with other characters stands in quotation marks. */
const PLAIN_NAME = /^[\w !#$%&'*+/=?^`{|}~-]+$/;

/** The address of an email, with the name that mail programs show. */
export function mailboxOf(name: string, address: string): string {
  const shown = PLAIN_NAME.test(name) ? name : `"${name.replaceAll(/["\\]/g, "\\$&")}"`;
  return `${shown} <${address}>`;
}

export type Person = {
  readonly name: string;
  readonly role: string;
  /** When the person answers, for example `Monday to Friday, 9 am to 6 pm`. */
  readonly hours: string;
  /** Id in `web/pictures/pictures.json`. */
  readonly picture: string | null;
};

/** The people that the site names and shows. */
export const PEOPLE: {
  readonly director: Person | null;
  readonly accountManagers: readonly Person[];
} = { director: null, accountManagers: [] };

export const VAT_PERCENT = 20;

/**
 * The countries of our customers, as ISO 3166-1 codes. Their invoices carry British VAT: before another country is added,
 * an accountant has to say what its invoices show.
 */
export const COUNTRIES_SOLD_TO: readonly string[] = ["GB"];

/** For example `United Kingdom`. */
export function countryName(code: string): string {
  return new Intl.DisplayNames("en-GB", { type: "region" }).of(code) ?? code;
}

export const COUNTRY_NAMES_SOLD_TO = COUNTRIES_SOLD_TO.map(countryName).join(", ");

/** No country counts as one that we sell to: an address is optional. */
export function isSoldTo(country: string): boolean {
  return country === "" || COUNTRIES_SOLD_TO.includes(country);
}

/** Names number, office and VAT number: British law requires them on the site, in mails and on invoices. */
export function registrationOf(company: typeof COMPANY): string {
  const vat = company.vatNumber === null ? "" : ` VAT number ${company.vatNumber}.`;
  return `Registered in ${company.jurisdiction}, number ${company.number}. Registered office: ${company.registeredOffice}.${vat}`;
}

export function legalLineOf(company: typeof COMPANY): string {
  return `${company.legalName}. ${registrationOf(company)}`;
}

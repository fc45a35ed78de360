import { COMPANY } from "#contracts/company.ts";
import { inText, REFUND_TIME, TERMS } from "#contracts/terms.ts";

export const VAT_NOTE = COMPANY.vatNumber === null ? "" : "incl. VAT";

export const withVat = (price: string) => (VAT_NOTE === "" ? price : `${price}, ${VAT_NOTE}`);

export const GUARANTEE = `If the first ${inText(TERMS.guarantee)} aren’t what you hoped for, ask on your dashboard and get your money back within ${REFUND_TIME}. The first time, nobody asks why.`;

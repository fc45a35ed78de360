import { COMPANY, registrationOf } from "#contracts/company.ts";

export const LEGAL_LINE = `${COMPANY.legalName}, trading as ${COMPANY.name}. ${registrationOf(COMPANY)}`;

import { randomUUID } from "node:crypto";
import type { StoredForm } from "#contracts/api/enquiry.ts";

export interface Enquiry {
  readonly idempotencyKey: string;
  readonly email: string;
  readonly ipAddress: string;
  readonly form: StoredForm;
  readonly isDoubled: boolean;
}

const DOUBLED_EVERY = 20;

/**
 * Of ten, 6 are contacts, 3 free trials and 1 a demo; of twenty, one is sent twice.
 *
 * @param index number of the visitor in a run, from 0
 */
export function makeEnquiry(index: number): Enquiry {
  const email = `visitor-${index}@faults.example`;
  return {
    idempotencyKey: randomUUID(),
    email,
    ipAddress: `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
    form: formOf(index, email),
    isDoubled: index % DOUBLED_EVERY === DOUBLED_EVERY - 1,
  };
}

function formOf(index: number, email: string): StoredForm {
  const person = { first_name: "Amara", last_name: `Visitor ${index}`, email };
  switch (index % 10) {
    case 0:
      return {
        form_type: "demo",
        ...person,
        phone: "020 7946 0000",
        source: "Schedule a discovery call",
      };
    case 1:
    case 2:
    case 3:
      return {
        form_type: "free-trial",
        ...person,
        company: "Harbour Bakery",
        business_type: "Bakery",
        preferred_platform: "Instagram",
        goals: "More visitors at the counter on weekdays.",
        source: "Free Trial Page",
      };
    default:
      return {
        form_type: "contact",
        ...person,
        company: "Harbour Bakery",
        subject: "General Inquiry",
        message: "Could you take over our posts from next month?",
        source: "Contact Us Page",
      };
  }
}

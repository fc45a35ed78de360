import { randomInt, randomUUID } from "node:crypto";
import type { ContactForm } from "#contracts/api/enquiry.ts";
import type { StackUrls } from "../stack/settings.ts";

export function makeForm(): ContactForm {
  return {
    form_type: "contact",
    first_name: "Ada",
    last_name: "Byron",
    email: `ada-${randomUUID()}@shop.example`,
    company: "Byron & Co",
    subject: "General Inquiry",
    message:
      "We run two bakeries in Leeds and have no time for social media. What would twenty posts a month cost, and could you start before Easter?",
    source: "Contact Us Page",
  };
}

export function makeHeaders({ site, anonKey }: StackUrls, network = 10): Record<string, string> {
  return {
    accept: "application/json",
    apikey: anonKey,
    authorization: `Bearer ${anonKey}`,
    "cf-connecting-ip": `${network}.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
    origin: site,
  };
}

import { MESSAGES } from "#contracts/messages/common.ts";
import type { DetailRow } from "./detail-rows.tsx";
import type { TeamNotificationParams } from "./enquiry-params.ts";

type Detail = Pick<DetailRow, "label" | "value" | "href">;

export function freeTexts({ message, goals }: TeamNotificationParams): Detail[] {
  return [
    { label: "Message", value: message },
    { label: "Goals", value: goals },
  ].filter(({ value }) => isProvided(value));
}

export function details(params: TeamNotificationParams): DetailRow[] {
  const shownAbove = new Set(freeTexts(params).map(({ label }) => label));
  const all: Detail[] = [
    { label: "Email", value: params.email, href: `mailto:${params.email}` },
    { label: "Phone", value: params.phone },
    { label: "Company", value: params.company },
    // No link: an unknown visitor's URL may be a phishing page.
    { label: "Website", value: params.website },
    { label: "Business type", value: params.business_type },
    { label: "Preferred platform", value: params.preferred_platform },
    { label: "Subject", value: params.subject },
    { label: "Message", value: params.message },
    { label: "Goals", value: params.goals },
  ];
  return all
    .filter(({ label }) => !shownAbove.has(label))
    .map((detail) => ({
      ...detail,
      colour: isProvided(detail.value) ? "ink" : "soft",
      dir: "auto",
    }));
}

export function isProvided(value: string): boolean {
  return value !== MESSAGES.mail.notProvided;
}

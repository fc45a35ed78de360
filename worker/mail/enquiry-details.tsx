import { createElement } from "react";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { DetailRow } from "./detail-rows.tsx";
import type { TeamNotificationParams } from "./enquiry-params.ts";
import { LayoutTable } from "./layout-table.tsx";
import { BASE, ground, PERSIMMON, text, WRAP_ANYWHERE } from "./theme.ts";
import { Subheading } from "./typography.tsx";

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

export function lines(value: string): string[] {
  return value.split(/\r\n|[\n\r\u2028\u2029]/);
}

/** Lines are elements, because Outlook collapses white space whatever the style says. */
export function FreeText({ label, value }: Detail) {
  return (
    <>
      <Subheading>{label}</Subheading>
      <LayoutTable>
        <tr>
          <td {...ground("panel", { padding: "18px 20px", borderLeft: `3px solid ${PERSIMMON}` })}>
            {createElement(
              "p",
              { ...text("ink", { ...BASE, ...WRAP_ANYWHERE, margin: 0 }), dir: "auto" },
              ...lines(value)
                .flatMap((line) => [createElement("br"), line])
                .slice(1),
            )}
          </td>
        </tr>
      </LayoutTable>
    </>
  );
}

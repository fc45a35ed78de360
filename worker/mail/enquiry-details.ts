import {
  ENQUIRY_FIELD_NAMES,
  ENQUIRY_FIELDS,
  type EnquiryField,
} from "#contracts/api/enquiry-fields.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { DetailRow } from "./detail-rows.tsx";
import type { TeamNotificationParams } from "./enquiry-params.ts";

type Detail = Pick<DetailRow, "label" | "value" | "href">;

export function freeTexts(params: TeamNotificationParams): Detail[] {
  return ENQUIRY_FIELD_NAMES.filter((name) => isFreeText(params, name)).map((name) =>
    detailOf(params, name),
  );
}

export function details(params: TeamNotificationParams): DetailRow[] {
  return ENQUIRY_FIELD_NAMES.filter(
    (name) => !name.endsWith("_name") && !isFreeText(params, name),
  ).map((name) => ({
    ...detailOf(params, name),
    colour: isProvided(params[name]) ? "ink" : "soft",
    dir: "auto",
  }));
}

// An unknown visitor's website may be a phishing page, so only the address is a link.
const detailOf = (params: TeamNotificationParams, name: EnquiryField): Detail => ({
  label: ENQUIRY_FIELDS[name].label,
  value: params[name],
  ...(name === "email" && { href: `mailto:${params.email}` }),
});

const isFreeText = (params: TeamNotificationParams, name: EnquiryField): boolean =>
  ENQUIRY_FIELDS[name].kind === "text" && isProvided(params[name]);

export function isProvided(value: string): boolean {
  return value !== MESSAGES.mail.notProvided;
}

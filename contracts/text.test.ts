import { expect, test } from "vitest";
import { BillingDetails } from "./api/billing-details.ts";
import { OperatorProfile } from "./api/content/account-manager.ts";
import { AddApproverRequest } from "./api/content/brief.ts";
import { StartUploadRequest } from "./api/content/material.ts";
import { ContactForm } from "./api/enquiry.ts";

const MARKED = "\u202Egpj\u200B\u2028.exe\uFEFF";

test.for([
  ["file's name", StartUploadRequest.shape.name],
  ["approver's name", AddApproverRequest.shape.name],
  ["operator's name", OperatorProfile.shape.name],
  ["operator's hours", OperatorProfile.shape.hours],
  ["name on an enquiry", ContactForm.shape.first_name],
  ["company on an enquiry", ContactForm.shape.company],
  ["name on invoices", BillingDetails.shape.name],
  ["street on invoices", BillingDetails.shape.line1],
] as const)("%s: without marks that turn, hide or break it, and nothing else", ([, schema]) => {
  expect(schema.parse(MARKED)).toBe("gpj.exe");
  expect(schema.parse("Zoë 👩\u200D🍳")).toBe("Zoë 👩\u200D🍳");
  expect(schema.safeParse("a\nb").success).toBe(false);
});

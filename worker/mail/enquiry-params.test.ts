import { expect, test } from "vitest";
import { CONTACT_SUBJECTS } from "#contracts/api/enquiry-subjects.ts";
import { SAMPLE_FORMS } from "../../tests/mails/samples.ts";
import { autoReplyContent } from "./auto-reply-content.ts";
import { autoReplyParams, senderOf, teamNotificationParams } from "./enquiry-params.ts";

const SENT_AT = "2026-11-20T23:13:00.000Z";
const TEAM = "team@tidepost.example";
const paramsOf = (form: Parameters<typeof senderOf>[0]) =>
  teamNotificationParams(form, SENT_AT, TEAM);

test("contact enquiry: fills the team's values, and marks what its form does not ask", () => {
  expect(paramsOf(SAMPLE_FORMS.contact)).toEqual({
    to_email: TEAM,
    form_type: "contact",
    first_name: "Amelia",
    last_name: "Hart",
    email: "amelia@harbour-and-finch.example",
    phone: "Not provided",
    company: "Harbour & Finch",
    website: "Not provided",
    business_type: "Not provided",
    preferred_platform: "Not provided",
    goals: "Not provided",
    subject: "Custom Package Request",
    message: SAMPLE_FORMS.contact.message,
    submission_time: "Friday 20 November 2026 at 23:13 GMT",
    summary: "Amelia Hart, Harbour & Finch sent a message: Custom Package Request",
  });
});

test("free-trial enquiry: fills the team's values", () => {
  expect(paramsOf(SAMPLE_FORMS["free-trial"])).toEqual({
    to_email: TEAM,
    form_type: "free-trial",
    first_name: "Idris",
    last_name: "Okafor",
    email: "idris@tallow-street-barbers.example",
    phone: "+44 20 7946 0123",
    company: "Tallow Street Barbers",
    website: "https://tallow-street-barbers.example",
    business_type: "Health and beauty",
    preferred_platform: "Instagram",
    goals: SAMPLE_FORMS["free-trial"].goals,
    subject: "Not provided",
    message: "Not provided",
    submission_time: "Friday 20 November 2026 at 23:13 GMT",
    summary: "Idris Okafor, Tallow Street Barbers sent a free trial request",
  });
});

test("demo enquiry without optional fields: fills the team's values", () => {
  const form = {
    form_type: "demo",
    first_name: "Noor",
    last_name: "Rahman",
    email: "noor@example.com",
  } as const;
  expect(paramsOf(form)).toMatchObject({
    form_type: "demo",
    phone: "Not provided",
    company: "Not provided",
    message: "Not provided",
    summary: "Noor Rahman sent a demo request",
  });
});

test.each([undefined, "", "   "])(`optional field holding %j: "Not provided"`, (company) => {
  const form = { ...SAMPLE_FORMS["free-trial, little given"], company };
  expect(paramsOf(form).company).toBe("Not provided");
  expect(autoReplyParams(form).company).toBe("Not provided");
  expect(senderOf(form)).toBe("Siân Llewellyn");
});

test.each(CONTACT_SUBJECTS)("subject $value: shown with the form's label", ({ value, label }) => {
  expect(paramsOf({ ...SAMPLE_FORMS.contact, subject: value }).subject).toBe(label);
});

test("single-line values stay on one line; the message may have several", () => {
  const { message, ...oneLiners } = paramsOf({
    ...SAMPLE_FORMS.contact,
    first_name: "Amelia\r\nBcc: all@example.com",
    company: "Harbour\n& Finch",
    message: "one\ntwo",
  });
  expect(Object.values(oneLiners).filter((value) => /[\r\n]/.test(value))).toEqual([]);
  expect(message).toBe("one\ntwo");
});

test("auto-reply: fills its values", () => {
  expect(autoReplyParams(SAMPLE_FORMS["free-trial"])).toEqual({
    to_email: "idris@tallow-street-barbers.example",
    to_name: "Idris",
    form_type: "free-trial",
    company: "Tallow Street Barbers",
    reply_message: autoReplyContent("free-trial").message,
  });
});

test.each([
  ["a host name", "www.example.com"],
  ["a link", "https://elsewhere.example/x"],
  ["an email address", "prize@elsewhere.example"],
  ["a phone number", "Ring 0900 123 456"],
  ["markup", "<b>Harbour</b>"],
  ["two lines", "Harbour\nBuy now"],
  ["a long sentence", "a ".repeat(40)],
  ["a text direction override", "Harbour \u202Egpj.exe"],
])("%s as a name: left out of the auto-reply", (_, text) => {
  const form = { ...SAMPLE_FORMS["free-trial"], first_name: text, company: text };
  expect(autoReplyParams(form)).toMatchObject({ to_name: "there", company: "Not provided" });
});

test.each(["Harbour & Finch Ltd.", "3M", "Café 1876", "O’Brien, Hart (Whitby)", "B+C Print-Shop"])(
  "auto-reply names the company %s",
  (company) => {
    expect(autoReplyParams({ ...SAMPLE_FORMS["free-trial"], company }).company).toBe(company);
  },
);

test("each form has its own auto-reply that promises an answer within 24 hours", () => {
  const replies = (["contact", "free-trial", "demo"] as const).map(
    (formType) => autoReplyContent(formType).message,
  );
  expect(new Set(replies).size).toBe(3);
  for (const reply of replies) expect(reply).toContain("within 24 hours");
});

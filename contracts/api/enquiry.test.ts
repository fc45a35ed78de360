import { describe, expect, test } from "vitest";
import { CONTACT_FORM } from "../../tests/support/contact-form.ts";
import { SAMPLE_MONTH_CONSENT } from "./enquiry-subjects.ts";
import { EnquiryForm } from "./enquiry.ts";

const contact = { ...CONTACT_FORM, message: "Hello,\nwhat would 20 posts cost?" };
const trial = {
  form_type: "free-trial",
  first_name: "Ada",
  last_name: "Byron",
  email: "ada@shop.example",
};

const month = {
  form_type: "sample-month",
  email: "ada@shop.example",
  company: "Byron & Co",
  town: "Stow-on-the-Wold",
  consent: SAMPLE_MONTH_CONSENT,
};

describe("EnquiryForm", () => {
  test("sample month: accepted with the words of the consent, and with names that may stand in a mail", () => {
    expect(EnquiryForm.parse(month)).toEqual(month);
    for (const wrong of [
      { consent: undefined },
      { consent: "on" },
      { company: "win.example/prize" },
      { town: "call 0900 12345" },
      { town: " " },
    ])
      expect(EnquiryForm.safeParse({ ...month, ...wrong }).success).toBe(false);
  });

  test("contact form: accepted as the page sends it", () => {
    expect(EnquiryForm.parse(contact)).toEqual(contact);
  });

  test("trial form: accepted without its optional fields", () => {
    expect(EnquiryForm.parse(trial)).toEqual(trial);
  });

  test("trims what was typed", () => {
    expect(EnquiryForm.parse({ ...contact, first_name: " Ada " })).toEqual(contact);
  });

  test.each([
    ["a missing field", { ...contact, message: undefined }],
    ["an empty field", { ...contact, company: "   " }],
    ["an address without a host", { ...contact, email: "ada@" }],
    ["an address of 255 characters", { ...contact, email: `${"a".repeat(242)}@shop.example` }],
    ["a subject that is not offered", { ...contact, subject: "Anything" }],
    ["an unknown form", { ...contact, form_type: "order" }],
    ["a field that the form does not have", { ...contact, role: "admin" }],
    ["a number for a name", { ...contact, first_name: 1 }],
    ["a line break in a line", { ...contact, first_name: "Ada\r\nBcc: all@shop.example" }],
    ["NUL in a text", { ...contact, message: "a\0b" }],
    ["half a surrogate pair", { ...contact, message: "a\uD800b" }],
    ["a message past its limit", { ...contact, message: "a".repeat(5_001) }],
    ["a list", [contact, contact]],
    ["null", null],
  ])("rejects %s", (_, body) => {
    expect(EnquiryForm.safeParse(body).success).toBe(false);
  });
});

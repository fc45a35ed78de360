import { describe, expect, test } from "vitest";
import { MESSAGES } from "#contracts/messages/common.ts";
import { checkEnquiry } from "./check-enquiry.ts";
import { readFields } from "./read-fields.ts";

const CONTACT = {
  form_type: "contact",
  first_name: " Ada ",
  last_name: "Lovelace",
  email: "ada@example.co.uk",
  company: "Engines",
  subject: "Custom Package",
  message: "Hello",
  source: "Contact Us Page",
};

describe("readFields", () => {
  test("maps control names to field names and drops empty controls", () => {
    const data = new FormData();
    data.set("firstName", "Ada");
    data.set("preferredPlatform", "TikTok");
    data.set("phone", "   ");
    data.set("hp_field", "");
    expect(readFields(data)).toEqual({ first_name: "Ada", preferred_platform: "TikTok" });
  });
});

describe("checkEnquiry", () => {
  test("accepts a complete enquiry, trimmed", () => {
    expect(checkEnquiry(CONTACT)).toMatchObject({ ok: true, form: { first_name: "Ada" } });
  });

  test("accepts a free trial with name and e-mail only", () => {
    const { first_name, last_name, email } = CONTACT;
    const trial = { form_type: "free-trial", first_name, last_name, email };
    expect(checkEnquiry(trial).ok).toBe(true);
  });

  test("returns an error per field", () => {
    const { company: _, ...withoutCompany } = CONTACT;
    expect(
      checkEnquiry({ ...withoutCompany, email: "ada@example", message: "x".repeat(5_001) }),
    ).toEqual({
      ok: false,
      errors: {
        company: MESSAGES.enquiry.missing,
        email: MESSAGES.enquiry.email,
        message: MESSAGES.enquiry.tooLong,
      },
    });
  });
});

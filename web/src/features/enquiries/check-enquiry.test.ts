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

describe("reading a form", () => {
  test("turns control names into field names and leaves empty controls out", () => {
    const data = new FormData();
    data.set("firstName", "Ada");
    data.set("preferredPlatform", "TikTok");
    data.set("phone", "   ");
    data.set("hp_field", "");
    expect(readFields(data)).toEqual({ first_name: "Ada", preferred_platform: "TikTok" });
  });
});

describe("checking an enquiry", () => {
  test("lets a complete one through, trimmed", () => {
    expect(checkEnquiry(CONTACT)).toMatchObject({ ok: true, form: { first_name: "Ada" } });
  });

  test("takes a free trial with nothing but name and email", () => {
    const { first_name, last_name, email } = CONTACT;
    const trial = { form_type: "free-trial", first_name, last_name, email };
    expect(checkEnquiry(trial).ok).toBe(true);
  });

  test("says what is wrong, field by field", () => {
    const { company: _, ...withoutCompany } = CONTACT;
    expect(
      checkEnquiry({ ...withoutCompany, email: "ada@example", message: "x".repeat(5_001) }),
    ).toEqual({
      ok: false,
      problems: {
        company: MESSAGES.enquiry.missing,
        email: MESSAGES.enquiry.email,
        message: MESSAGES.enquiry.tooLong,
      },
    });
  });
});

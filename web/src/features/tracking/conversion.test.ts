import { expect, test } from "vitest";
import { Conversion } from "#contracts/api/conversion.ts";
import type { ConsentRecord } from "../consent/consent-record.ts";
import { describeConversion } from "./conversion.ts";

const ACCEPTED: ConsentRecord = {
  choice: "accepted",
  policyVersion: "2026-11",
  decidedAt: "2026-11-20T09:00:00.000Z",
};
const FROM = {
  consent: ACCEPTED,
  eventId: "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11",
  pageUrl: "http://localhost:4100/contact",
  cookies: "",
};

test("conversion: has the policy version and the time of consent, as in the contract", () => {
  const conversion = describeConversion(FROM);
  expect(Conversion.parse(conversion)).toEqual({
    event_id: FROM.eventId,
    consent_version: "2026-11",
    consented_at: ACCEPTED.decidedAt,
    page_url: FROM.pageUrl,
  });
});

test("conversion: has the pixel's valid cookies only", () => {
  const cookies = "theme=dark; _fbp=fb.1.1596403881668.1116446470; _fbc=<script>; x_fbp=1";
  expect(describeConversion({ ...FROM, cookies })).toMatchObject({
    fbp: "fb.1.1596403881668.1116446470",
  });
  expect(describeConversion({ ...FROM, cookies })).not.toHaveProperty("fbc");
});

test.each([
  ["has not decided", null],
  ["refused", { ...ACCEPTED, choice: "rejected" as const }],
])("conversion: null for a visitor who %s", (_, consent) => {
  expect(describeConversion({ ...FROM, consent })).toBeNull();
});

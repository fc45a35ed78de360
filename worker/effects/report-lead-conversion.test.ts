import { expect, test } from "vitest";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { SAMPLE_FORMS } from "../../tests/mails/samples.ts";
import { newId, recordingMailer, recordingReporter } from "../../tests/support/pipeline.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { createEffects } from "./catalogue.ts";

test("enquiry whose advertising data was erased: reports nothing", async () => {
  const { reporter, reports } = recordingReporter();
  const id = newId("submission");
  const { ContactSubmitted } = createEffects(
    effectDeps({
      mailer: recordingMailer().mailer,
      reporter,
      findCustomerContact: () => Promise.resolve(null),
      getEnquiry: () =>
        Promise.resolve({
          id,
          email: ERASED_EMAIL,
          payload: { ...SAMPLE_FORMS.contact, email: ERASED_EMAIL },
          conversion: null,
          createdAt: "2026-11-20T12:00:00.000Z",
          isInDigest: false,
          isFurtherTrial: false,
        }),
    }),
  );
  const result = await ContactSubmitted["report-lead-conversion"]?.run(
    {
      id: newId("event"),
      type: "ContactSubmitted",
      version: 1,
      occurredAt: "2026-11-20T12:00:00.000Z",
      actor: { kind: "visitor" },
      correlationId: "req_1",
      data: { submissionId: id, formType: "contact", conversionConsent: true },
    },
    "key",
  );
  expect(result).toEqual({ externalId: null, facts: { outcome: "skipped", reason: "erased" } });
  expect(reports.size).toBe(0);
});

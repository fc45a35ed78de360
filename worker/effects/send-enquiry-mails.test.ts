import { expect, test } from "vitest";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { SAMPLE_FORMS, SAMPLE_MONTH_FORM } from "../../tests/mails/samples.ts";
import { newId, recordingMailer, recordingReporter } from "../../tests/support/pipeline.ts";
import { testEvent } from "../../tests/support/test-event.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { createEffects } from "./catalogue.ts";

test.each(["send-auto-reply", "send-team-notification", "report-lead-conversion"] as const)(
  "erased visitor: %s does nothing",
  async (name) => {
    const { mailer, sent } = recordingMailer();
    const { reporter, reports } = recordingReporter();
    const id = newId("submission");
    const { ContactSubmitted } = createEffects(
      effectDeps({
        mailer,
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
    const result = await ContactSubmitted[name]?.run(
      testEvent(
        "ContactSubmitted",
        { submissionId: id, formType: "contact", conversionConsent: true },
        { actor: { kind: "visitor" } },
      ),
      "key",
    );
    expect(result).toEqual({ externalId: null, facts: { outcome: "skipped", reason: "erased" } });
    expect([sent.size, reports.size]).toEqual([0, 0]);
  },
);

test("a sample month: its address gets the twelve posts, with a way out by machine; the team gets nothing", async () => {
  const { mailer, sent } = recordingMailer();
  const id = newId("submission");
  const { ContactSubmitted } = createEffects(
    effectDeps({
      mailer,
      claimSampleMonth: () => Promise.resolve("claimed"),
      unsubscribeUrl: (of) => `https://api.tidepost.example/unsubscribe/${of}/token`,
      findCustomerContact: () => Promise.resolve(null),
      getEnquiry: () =>
        Promise.resolve({
          id,
          email: SAMPLE_MONTH_FORM.email,
          payload: SAMPLE_MONTH_FORM,
          conversion: null,
          createdAt: "2026-11-20T12:00:00.000Z",
          isInDigest: false,
          isFurtherTrial: false,
        }),
    }),
  );
  const event = testEvent(
    "ContactSubmitted",
    { submissionId: id, formType: "sample-month", conversionConsent: false },
    { actor: { kind: "visitor" } },
  );
  expect(ContactSubmitted["send-team-notification"]?.when?.(event)).toBe(false);
  await ContactSubmitted["send-auto-reply"]?.run(event, "key");
  const [mail] = [...sent.values()];
  expect(mail).toMatchObject({
    to: SAMPLE_MONTH_FORM.email,
    subject: "Old Harbour Bakery: twelve sample posts for December 2026",
    unsubscribeUrl: `https://api.tidepost.example/unsubscribe/${id}/token`,
  });
  expect(mail?.text.match(/December at \d\d:\d\d/g)).toHaveLength(12);
});

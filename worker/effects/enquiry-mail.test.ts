import { expect, test } from "vitest";
import { ERASED_ADDRESS } from "#contracts/erased-address.ts";
import { newId, recordingMailer } from "../../tests/support/event-path.ts";
import { UNREACHED } from "../../tests/support/unreached.ts";
import { SAMPLE_FORMS } from "../mail/samples.ts";
import { createEffects } from "./catalogue.ts";

test.each(["auto-reply", "team-mail"] as const)(
  "of an enquiry whose visitor was erased meanwhile, no %s is sent",
  async (name) => {
    const { mailer, sent } = recordingMailer();
    const id = newId("submission");
    const { ContactSubmitted } = createEffects({
      ...UNREACHED,
      mailer,
      loadBuyer: () => Promise.resolve(null),
      loadSubmission: () =>
        Promise.resolve({
          id,
          email: ERASED_ADDRESS,
          payload: { ...SAMPLE_FORMS.contact, email: ERASED_ADDRESS },
          conversion: null,
          createdAt: "2026-11-20T12:00:00.000Z",
        }),
    });
    const result = await ContactSubmitted[name]?.run(
      {
        id: newId("event"),
        type: "ContactSubmitted",
        version: 2,
        occurredAt: "2026-11-20T12:00:00.000Z",
        actor: { kind: "visitor" },
        correlationId: "req_1",
        data: { submissionId: id, formType: "contact", conversionConsent: false },
      },
      "key",
    );
    expect(result).toEqual({ providerId: null, facts: { outcome: "skipped", reason: "erased" } });
    expect(sent.size).toBe(0);
  },
);

import { expect, test } from "vitest";
import { recordingMailer } from "../../tests/support/pipeline.ts";
import { testEvent } from "../../tests/support/test-event.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { createEffects } from "./catalogue.ts";

const USER_ID = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
const EVENT = testEvent(
  "BriefSubmitted",
  { businessId: "bus_01KAHX2J3V7W8R9T0A1B2C3D4E", userId: USER_ID, version: 1 },
  { actor: { kind: "user", userId: USER_ID } },
);

test("brief of an account that was erased meanwhile: no mail", async () => {
  const { mailer, sent } = recordingMailer();
  const { BriefSubmitted } = createEffects(
    effectDeps({
      mailer,
      findCustomerContact: () => Promise.resolve(null),
      findUserContact: () => Promise.resolve(null),
    }),
  );
  expect(await BriefSubmitted["send-content-notification"]?.run(EVENT, "key")).toEqual({
    externalId: null,
    facts: { outcome: "skipped", reason: "erased" },
  });
  expect(sent.size).toBe(0);
});

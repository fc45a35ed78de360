import { expect, test } from "vitest";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { recordingMailer } from "../../tests/support/pipeline.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { createEffects } from "./catalogue.ts";

const USER_ID = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
const COMMON = {
  id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
  version: 1,
  occurredAt: "2026-11-20T12:00:00.000Z",
  actor: { kind: "user", userId: USER_ID },
  correlationId: "req_1",
} as const;
const ERASED: EventOf<"AccountErased"> = {
  ...COMMON,
  type: "AccountErased",
  data: { userId: USER_ID, by: "owner", left: "nameless_row" },
};
const CHANGED: EventOf<"EmailChanged"> = {
  ...COMMON,
  type: "EmailChanged",
  data: { userId: USER_ID },
};

test.for([
  ["erased account", ERASED, "Your Tidepost account has been deleted"],
  ["changed address", CHANGED, "Your Tidepost account has a new email address"],
] as const)("last mail, %s: sent once, then forgotten", async ([, event, subject]) => {
  const { mailer, sent } = recordingMailer();
  const addresses = new Map<string, string>([[event.id, "ada@shop.example"]]);
  const { AccountErased, EmailChanged } = createEffects(
    effectDeps({
      mailer,
      findCustomerContact: () => Promise.resolve(null),
      findErasedAddress: (id) => Promise.resolve(addresses.get(id) ?? null),
      forgetErasedAddress: ({ eventId }) => Promise.resolve(void addresses.delete(eventId)),
    }),
  );
  const run = () =>
    event.type === "AccountErased"
      ? AccountErased["send-erased-mail"]?.run(event, "key")
      : EmailChanged["send-erased-mail"]?.run(event, "key");
  await run();
  expect(await run()).toEqual({
    externalId: null,
    facts: { outcome: "skipped", reason: "no_address" },
  });
  expect([...sent.values()].map(({ to, subject }) => [to, subject])).toEqual([
    ["ada@shop.example", subject],
  ]);
  expect(addresses.size).toBe(0);
});

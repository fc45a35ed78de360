import { expect, test } from "vitest";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { recordingMailer } from "../../tests/support/pipeline.ts";
import { UNREACHABLE } from "../../tests/support/unreachable.ts";
import { createEffects } from "./catalogue.ts";

const USER_ID = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
const EVENT: EventOf<"AccountErased"> = {
  id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
  type: "AccountErased",
  version: 1,
  occurredAt: "2026-11-20T12:00:00.000Z",
  actor: { kind: "user", userId: USER_ID },
  correlationId: "req_1",
  data: { userId: USER_ID, by: "owner", left: "nameless_row" },
};

test("last mail: sent once, then the address is forgotten", async () => {
  const { mailer, sent } = recordingMailer();
  const addresses = new Map<string, string>([[EVENT.id, "ada@shop.example"]]);
  const { AccountErased } = createEffects({
    ...UNREACHABLE,
    mailer,
    findCustomerContact: () => Promise.resolve(null),
    findErasedAddress: (id) => Promise.resolve(addresses.get(id) ?? null),
    forgetErasedAddress: (id) => Promise.resolve(void addresses.delete(id)),
  });
  await AccountErased["send-erased-mail"]?.run(EVENT, "key");
  expect(await AccountErased["send-erased-mail"]?.run(EVENT, "key")).toEqual({
    externalId: null,
    facts: { outcome: "skipped", reason: "no_address" },
  });
  expect([...sent.values()].map(({ to, subject }) => [to, subject])).toEqual([
    ["ada@shop.example", "Your Tidepost account is deleted"],
  ]);
  expect(addresses.size).toBe(0);
});

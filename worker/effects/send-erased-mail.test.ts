import { expect, test } from "vitest";
import { recordingMailer } from "../../tests/support/pipeline.ts";
import { testEvent } from "../../tests/support/test-event.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { createEffects } from "./catalogue.ts";

const USER_ID = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
const actor = { kind: "user", userId: USER_ID } as const;
const ERASED = testEvent(
  "AccountErased",
  { userId: USER_ID, by: "owner", left: "nameless_row" },
  { actor },
);
const CHANGED = testEvent("EmailChanged", { userId: USER_ID }, { actor });

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

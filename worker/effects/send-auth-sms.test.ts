import { expect, test } from "vitest";
import type { SmsCode } from "#db/accounts/one-time-tokens/find-tokens.ts";
import { createOneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { testEvent } from "../../tests/support/test-event.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { type Sms, SmsRejected, type SmsSender } from "../ports/sms-sender.ts";
import { sendAuthSms } from "./send-auth-sms.ts";

const CODE: SmsCode = {
  id: "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11",
  phone: "447700900123",
  codeLength: 6,
  createdAt: "2026-11-20T12:00:00.000Z",
  expiresAt: "2026-11-20T12:05:00.000Z",
};
const EVENT = testEvent(
  "AuthSmsRequested",
  { codeId: CODE.id, text: "sign-in", channel: "whatsapp" },
  { actor: { kind: "visitor" }, occurredAt: CODE.createdAt },
);
const codes = createOneTimeCodes("c".repeat(32));

function perform(options: { code?: SmsCode | null; now?: string; configured?: boolean } = {}) {
  const { code = CODE, now = "2026-11-20T12:00:01.000Z", configured = true } = options;
  const sent: Sms[] = [];
  const smsSender: SmsSender = {
    send(text) {
      sent.push(text);
      return Promise.resolve({ externalId: "SM1" });
    },
  };
  const effect = sendAuthSms(
    effectDeps({
      findSmsCode: () => Promise.resolve(code),
      smsSender: configured ? smsSender : null,
      codes,
      now: () => new Date(now),
      siteUrl: "https://tidepost.example",
    }),
  );
  return { sent, result: effect.run(EVENT, "key") };
}

test("sends the code over the requested channel, and saves only the kind", async () => {
  const { sent, result } = perform();
  expect(await result).toEqual({
    externalId: "SM1",
    facts: { text: "sign-in", channel: "whatsapp" },
  });
  expect(sent).toEqual([
    {
      to: CODE.phone,
      channel: "whatsapp",
      code: codes.code(CODE.id, 6),
      body: expect.stringContaining(`${codes.code(CODE.id, 6)} is your`),
      eventId: EVENT.id,
    },
  ]);
});

test.each([
  ["replaced_or_used", { code: null }],
  ["expired", { now: CODE.expiresAt }],
])("code that is %s: no SMS", async (reason, options) => {
  const { sent, result } = perform(options);
  expect(await result).toMatchObject({ facts: { outcome: "skipped", reason } });
  expect(sent).toEqual([]);
});

test("no transport: the SMS effect is dead-lettered", async () => {
  await expect(perform({ configured: false }).result).rejects.toThrow(SmsRejected);
});

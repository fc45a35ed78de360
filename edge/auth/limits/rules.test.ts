import { expect, test } from "vitest";
import * as z from "zod";
import { LIMIT_SETTINGS } from "../../settings/auth-settings.ts";
import { type LimitBucket, limitRules } from "./rules.ts";
import { type BucketState, consume } from "./token-bucket.ts";

const rules = limitRules({
  ...z.object(LIMIT_SETTINGS).parse({}),
  SMTP_MAX_FREQUENCY: 60,
  SMS_MAX_FREQUENCY: 60,
});

function passedWithin(bucket: LimitBucket, seconds: number): number {
  let state: BucketState | null = null;
  let passed = 0;
  for (let second = 0; second < seconds; second++) {
    const taken = consume(rules[bucket], state, second * 1_000);
    ({ state } = taken);
    if (taken.allowed) passed += 1;
  }
  return passed;
}

test.each<[LimitBucket, number, number, number]>([
  ["token", 30, 179, 1_829],
  ["refresh", 150, 299, 1_949],
  ["wrong_password", 20, 39, 259],
  ["authorize", 30, 179, 1_829],
  ["verify", 30, 59, 389],
  ["verify_account", 40, 40, 40],
  ["verify_account_known", 10, 12, 39],
  ["signup", 30, 59, 389],
  ["otp", 60, 89, 419],
  ["recover", 60, 89, 419],
  ["resend", 30, 59, 389],
  ["user_update", 30, 59, 389],
  ["guest_checkout", 6, 7, 29],
  ["anonymous", 30, 32, 59],
  ["web3", 30, 59, 389],
  ["sso", 30, 59, 389],
  ["factor_challenge", 30, 104, 929],
  ["factor_verify", 30, 104, 929],
  ["mail_address", 1, 5, 60],
  ["webhook_signature", 200, 300, 3_600],
  ["checkout_captcha", 3, 3, 5],
  ["purchase_sync", 1, 28, 328],
  ["refused_code", 5, 5, 14],
  ["comment", 50, 50, 52],
  ["email_sent", 30, 32, 59],
  ["sms_sent", 30, 32, 59],
  ["email_sent_proven", 30, 32, 59],
  ["sms_sent_proven", 30, 32, 59],
  ["email_sent_visitor_new", 5, 5, 9],
  ["sms_sent_visitor_new", 5, 5, 9],
  ["email_sent_visitor_known", 5, 5, 9],
  ["sms_sent_visitor_known", 5, 5, 9],
  ["email_sent_visitor_other", 6, 6, 11],
  ["sms_sent_visitor_other", 6, 6, 11],
  ["email_sent_account", 6, 6, 11],
  ["sms_sent_account", 6, 6, 11],
  ["send_captcha", 15, 16, 29],
])(
  "%s: allows %i immediately, %i in five minutes, %i in an hour",
  (bucket, atOnce, inFive, inAnHour) => {
    expect(rules[bucket].burst).toBe(atOnce);
    expect(passedWithin(bucket, 300)).toBe(inFive);
    expect(passedWithin(bucket, 3_600)).toBe(inAnHour);
  },
);

test("guessing a mailed or TOTP code for a year: succeeds with a chance of 0.1 % at most", () => {
  const { burst, perSecond } = rules.verify_account;
  const guesses = burst + perSecond * 366 * 24 * 3_600;
  const codesAtOnce = Math.max(
    ["confirmation", "recovery"].length,
    ["the last step", "this one", "the next"].length,
  );
  expect((guesses * codesAtOnce) / 10 ** 6).toBeLessThanOrEqual(0.001);
});

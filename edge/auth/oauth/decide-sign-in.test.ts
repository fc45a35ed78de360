import { describe, expect, test } from "vitest";
import type { LinkableUsers } from "#db/accounts/oauth/find-linkable-users.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import { asAccount, newEmailAccount } from "../accounts/create-account.ts";
import { decideSignIn, type SignInRules } from "./decide-sign-in.ts";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const EMAIL = "ada@shop.example";
const PROVEN = { email: EMAIL, isEmailVerified: true };
const CLAIMED = { email: EMAIL, isEmailVerified: false };
const NAMELESS = { email: null, isEmailVerified: false };
const RULES: SignInRules = {
  provider: "google",
  isEmailOptional: false,
  autoconfirm: false,
  signupDisabled: false,
};
const NOBODY: LinkableUsers = { known: null, ofAddress: null, ofIdentities: [] };

const account = (changes: Partial<Account> = {}): Account => ({
  ...asAccount(
    newEmailAccount(
      {
        config: { JWT_DEFAULT_GROUP_NAME: "authenticated" },
        makeUuid: () => crypto.randomUUID(),
        now: () => NOW,
      },
      { email: EMAIL, passwordHash: "hash", data: {}, isConfirmed: false },
    ),
  ),
  emailConfirmedAt: NOW.toISOString(),
  ...changes,
});

const confirmed = account();
const other = account({ email: "other@shop.example" });
const waiting = account({ emailConfirmedAt: null });
const otherWaiting = account({ email: "other@shop.example", emailConfirmedAt: null });
const withoutEmail = account({ email: null, emailConfirmedAt: null });

const signIn = (signInResult: Account, resets = false) => ({
  kind: "sign_in",
  account: signInResult,
  confirms: resets,
  resets,
});

describe("known identity", () => {
  test.each([
    ["known identity: signs in to its account", PROVEN, confirmed, {}, signIn(confirmed)],
    [
      "known identity with another email now: signs in to its account",
      CLAIMED,
      other,
      {},
      signIn(other),
    ],
    [
      "known identity: signs in to an account without an email",
      NAMELESS,
      withoutEmail,
      {},
      signIn(withoutEmail),
    ],
    ["known identity: proves the pending email", PROVEN, waiting, {}, signIn(waiting, true)],
    [
      "known identity with another email: does not prove the pending one",
      PROVEN,
      otherWaiting,
      {},
      { kind: "confirm_first", account: otherWaiting, email: "other@shop.example" },
    ],
    [
      "known identity with an unverified email: does not prove the pending one",
      CLAIMED,
      waiting,
      {},
      { kind: "confirm_first", account: waiting, email: EMAIL },
    ],
    [
      "known identity with autoconfirm: signs in to its account",
      CLAIMED,
      waiting,
      { autoconfirm: true },
      signIn(waiting, true),
    ],
    [
      "known identity while sign-up is off: signs in to its account",
      PROVEN,
      confirmed,
      { signupDisabled: true },
      signIn(confirmed),
    ],
  ])("%s", (_, profile, known, rules, decision) => {
    const candidates = { ...NOBODY, known, ofAddress: known };
    expect(decideSignIn(profile, candidates, { ...RULES, ...rules }, NOW)).toEqual(decision);
  });
});

describe("new identity with a verified address", () => {
  test.each([
    ["verified email: creates an account", NOBODY, { kind: "create", email: EMAIL }],
    [
      "verified email of an account: signs in to it",
      { ...NOBODY, ofAddress: confirmed },
      signIn(confirmed),
    ],
    [
      "verified email of an unproven account: takes it over",
      { ...NOBODY, ofAddress: waiting },
      signIn(waiting, true),
    ],
    [
      "verified email of another identity: signs in to its account",
      { ...NOBODY, ofIdentities: [other] },
      signIn(other),
    ],
    [
      "verified email of an account and of another identity: signs in to the account",
      { ...NOBODY, ofAddress: confirmed, ofIdentities: [other] },
      signIn(confirmed),
    ],
    [
      "verified email of another identity and of an unproven account: signs in to the identity's",
      { ...NOBODY, ofAddress: waiting, ofIdentities: [other] },
      signIn(other),
    ],
    [
      "verified email of another identity: proves its account's pending email",
      { ...NOBODY, ofAddress: waiting, ofIdentities: [waiting] },
      signIn(waiting, true),
    ],
  ])("%s", (_, candidates, decision) => {
    expect(decideSignIn(PROVEN, candidates, RULES, NOW)).toEqual(decision);
  });
});

describe("new identity without a verified address", () => {
  test.each([
    [
      "unverified email: has to be proven first",
      CLAIMED,
      {},
      { kind: "confirm_first", account: null, email: EMAIL },
    ],
    [
      "unverified email with autoconfirm: creates an account",
      CLAIMED,
      { autoconfirm: true },
      { kind: "create", email: EMAIL },
    ],
    [
      "no email where that is allowed: creates an account",
      NAMELESS,
      { isEmailOptional: true },
      { kind: "create", email: null },
    ],
  ])("%s", (_, profile, rules, decision) => {
    expect(decideSignIn(profile, NOBODY, { ...RULES, ...rules }, NOW)).toEqual(decision);
  });
});

describe("rejected identities", () => {
  test.each([
    ["without an email", NAMELESS, NOBODY, {}, "provider_email_needs_verification"],
    [
      "with the unverified email of an account",
      CLAIMED,
      { ...NOBODY, ofAddress: confirmed },
      {},
      "provider_email_needs_verification",
    ],
    [
      "with the unverified email of an account, where sign-up needs no confirmation",
      CLAIMED,
      { ...NOBODY, ofAddress: confirmed },
      { autoconfirm: true },
      "provider_email_needs_verification",
    ],
    [
      "with the unverified email of an unverified account",
      CLAIMED,
      { ...NOBODY, ofAddress: waiting },
      {},
      "provider_email_needs_verification",
    ],
    [
      "new, while sign-ups are disabled",
      PROVEN,
      NOBODY,
      { signupDisabled: true },
      "signup_disabled",
    ],
    [
      "new and unverified, while sign-ups are disabled",
      CLAIMED,
      NOBODY,
      { signupDisabled: true },
      "signup_disabled",
    ],
    [
      "with an email of two accounts",
      PROVEN,
      { ...NOBODY, ofIdentities: [other, account()] },
      {},
      "conflict",
    ],
    [
      "banned",
      PROVEN,
      { ...NOBODY, known: account({ bannedUntil: "2026-11-21T12:00:00.000Z" }) },
      {},
      "user_banned",
    ],
    [
      "with the email of a banned account",
      PROVEN,
      { ...NOBODY, ofAddress: account({ bannedUntil: "2026-11-21T12:00:00.000Z" }) },
      {},
      "user_banned",
    ],
  ] as const)("identity %s: rejected", (_, profile, candidates, rules, code) => {
    expect(() => decideSignIn(profile, candidates, { ...RULES, ...rules }, NOW)).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

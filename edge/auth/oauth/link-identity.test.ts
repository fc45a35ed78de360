import { describe, expect, test } from "vitest";
import type { Account } from "#db/accounts/users/account-row.ts";
import { asAccount, newEmailAccount } from "../accounts/create-account.ts";
import { type LinkableUsers, decideSignIn, type SignInRules } from "./link-identity.ts";

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

const enter = (signInResult: Account, resets = false) => ({
  kind: "enter",
  account: signInResult,
  confirms: resets,
  resets,
});

describe("known identity", () => {
  test.each([
    ["enters their account", PROVEN, confirmed, {}, enter(confirmed)],
    ["enters it whatever their address is now", CLAIMED, other, {}, enter(other)],
    ["enters an account without an address", NAMELESS, withoutEmail, {}, enter(withoutEmail)],
    ["proves its waiting address", PROVEN, waiting, {}, enter(waiting, true)],
    [
      "does not prove another waiting address",
      PROVEN,
      otherWaiting,
      {},
      { kind: "confirm_first", account: otherWaiting, email: "other@shop.example" },
    ],
    [
      "waits on while the provider has not seen the address",
      CLAIMED,
      waiting,
      {},
      { kind: "confirm_first", account: waiting, email: EMAIL },
    ],
    [
      "enters where none needs proof",
      CLAIMED,
      waiting,
      { autoconfirm: true },
      enter(waiting, true),
    ],
    [
      "enters where sign-ups are off",
      PROVEN,
      confirmed,
      { signupDisabled: true },
      enter(confirmed),
    ],
  ])("%s", (_, profile, known, rules, decision) => {
    const candidates = { ...NOBODY, known, ofAddress: known };
    expect(decideSignIn(profile, candidates, { ...RULES, ...rules }, NOW)).toEqual(decision);
  });
});

describe("new identity with a verified address", () => {
  test.each([
    ["gets an account", NOBODY, { kind: "create", email: EMAIL }],
    [
      "enters the account that has the address",
      { ...NOBODY, ofAddress: confirmed },
      enter(confirmed),
    ],
    [
      "takes over an account that only claimed it",
      { ...NOBODY, ofAddress: waiting },
      enter(waiting, true),
    ],
    [
      "enters the account with another identity of the address",
      { ...NOBODY, ofIdentities: [other] },
      enter(other),
    ],
    [
      "enters the account that has the address rather than one with an identity of it",
      { ...NOBODY, ofAddress: confirmed, ofIdentities: [other] },
      enter(confirmed),
    ],
    [
      "enters the account with an identity of it rather than one that only claims it",
      { ...NOBODY, ofAddress: waiting, ofIdentities: [other] },
      enter(other),
    ],
    [
      "proves the waiting address of the account with an identity of it",
      { ...NOBODY, ofAddress: waiting, ofIdentities: [waiting] },
      enter(waiting, true),
    ],
  ])("%s", (_, candidates, decision) => {
    expect(decideSignIn(PROVEN, candidates, RULES, NOW)).toEqual(decision);
  });
});

describe("new identity without a verified address", () => {
  test.each([
    ["has to prove it first", CLAIMED, {}, { kind: "confirm_first", account: null, email: EMAIL }],
    [
      "gets an account where none needs proof",
      CLAIMED,
      { autoconfirm: true },
      { kind: "create", email: EMAIL },
    ],
    [
      "may have none where that is allowed",
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
  ] as const)("%s", (_, profile, candidates, rules, code) => {
    expect(() => decideSignIn(profile, candidates, { ...RULES, ...rules }, NOW)).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

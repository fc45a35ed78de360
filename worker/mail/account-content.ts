import type { AuthMail } from "#contracts/events/auth-mail-requested.ts";
import type { SecurityNotice } from "#contracts/events/security-notice-requested.ts";
import { COMPANY } from "#contracts/company.ts";

/** Mails that only inform. */
export type AccountNotice = SecurityNotice | "email-changed" | "password-changed";
export type AccountMailKind =
  | AuthMail
  | AccountNotice
  | "email-removed"
  | "account-erased"
  | "purchase-claimed";

export type AccountContent = {
  subject: string;
  kicker: string;
  headline: string;
  message: string;
  newAddress: string | null;
  action: string | null;
  code: string | null;
  otherwise: string;
};

const TYPE_THE_CODE = "Or type this code on the page where you began:";
const IGNORE =
  "If you did not ask for this, you can ignore it: nothing happens until the link or the code is used.";

const NOT_YOU = `If this was not you, choose a new password now, look at the devices on your account page, and write to us at ${COMPANY.email}.`;

type NoticeTexts = Pick<AccountContent, "subject" | "headline" | "message"> &
  Partial<Pick<AccountContent, "kicker" | "otherwise">>;

function notice(texts: NoticeTexts): AccountContent {
  const nothingToDo = { newAddress: null, action: null, code: null };
  return { kicker: "Your account", otherwise: NOT_YOU, ...nothingToDo, ...texts };
}

const CONTENT: Record<AccountMailKind, AccountContent> = {
  "confirm-sign-up": {
    subject: `Confirm your email address for ${COMPANY.name}`,
    kicker: "Your account",
    headline: "One step to go.",
    message: `Confirm that this address is yours, and your ${COMPANY.name} account is ready.`,
    newAddress: null,
    action: "Confirm my address",
    code: TYPE_THE_CODE,
    otherwise:
      "If you did not sign up, leave link and code alone: with them you would let in whoever did.",
  },
  "magic-link": {
    subject: `Sign in to ${COMPANY.name}`,
    kicker: "Signing in",
    headline: "Here is your way in.",
    message: `Use this link to sign in to your ${COMPANY.name} account, no password needed.`,
    newAddress: null,
    action: "Sign in",
    code: TYPE_THE_CODE,
    otherwise: IGNORE,
  },
  recovery: {
    subject: `Reset your ${COMPANY.name} password`,
    kicker: "Your password",
    headline: "Choose a new password.",
    message: `Somebody, we hope you, asked to reset the password of your ${COMPANY.name} account.`,
    newAddress: null,
    action: "Choose a new password",
    code: TYPE_THE_CODE,
    otherwise: IGNORE,
  },
  invite: {
    subject: `You are invited to ${COMPANY.name}`,
    kicker: "Your invitation",
    headline: "Come on in.",
    message: `You have been invited to a ${COMPANY.name} account. Accept, and it is yours.`,
    newAddress: null,
    action: "Accept the invitation",
    code: TYPE_THE_CODE,
    otherwise: "If you did not expect this, you can ignore it.",
  },
  "email-change-current": {
    subject: `Confirm the change of your ${COMPANY.name} email address`,
    kicker: "Your account",
    headline: "Is this change yours?",
    message:
      "Somebody, we hope you, asked to use another address for your account. Both addresses have to agree, this one and the new one.",
    newAddress: "The new address:",
    action: "Agree to the change",
    code: TYPE_THE_CODE,
    otherwise:
      "If this was not you, do nothing, and choose a new password: whoever asked was signed in to your account.",
  },
  "email-change-new": {
    subject: `Confirm your new email address for ${COMPANY.name}`,
    kicker: "Your account",
    headline: "Is this your new address?",
    message: `Somebody, we hope you, asked to use this address for a ${COMPANY.name} account.`,
    newAddress: null,
    action: "Confirm my new address",
    code: TYPE_THE_CODE,
    otherwise:
      "If this was not you, leave link and code alone: with them you would give your address to somebody else's account.",
  },
  reauthentication: {
    subject: `Your ${COMPANY.name} code`,
    kicker: "Your account",
    headline: "Just to be sure it is you.",
    message: "You are about to change something important. Type this code to go on.",
    newAddress: null,
    action: null,
    code: "Your code:",
    otherwise:
      "If this was not you, choose a new password: whoever asked is signed in to your account.",
  },
  "password-changed": notice({
    subject: `Your ${COMPANY.name} password was changed`,
    kicker: "Your password",
    headline: "Your password was changed.",
    message:
      "The password of your account is a new one, and every other device that was signed in has been signed out.",
    otherwise: `If this was not you, reset your password now and write to us at ${COMPANY.email}.`,
  }),
  "email-changed": notice({
    subject: `Your ${COMPANY.name} email address was changed`,
    headline: "This is your address now.",
    message: "From now on you sign in with this address, and our emails come here.",
  }),
  "email-removed": notice({
    subject: `Your ${COMPANY.name} account has another email address`,
    headline: "This is no longer your address.",
    message:
      "Your account has another email address now. Nobody signs in with this one any more, and our emails go to the other.",
    otherwise: `This is our last email to you about the account. If you did not expect the change, write to us at ${COMPANY.email}, and a person puts it right.`,
  }),
  "phone-changed": notice({
    subject: `The phone of your ${COMPANY.name} account was changed`,
    headline: "Your phone was changed.",
    message: "A phone number was added to your account, or replaced by another one.",
  }),
  "phone-removed": notice({
    subject: `The phone of your ${COMPANY.name} account was removed`,
    headline: "Your phone was removed.",
    message: "Your account has no phone number any more, and nobody can sign in with it.",
  }),
  "factor-added": notice({
    subject: `A second step was added to your ${COMPANY.name} account`,
    headline: "Signing in has a second step.",
    message:
      "An authenticator app or a phone now gives a code for each sign-in. Every device without that code has been signed out.",
  }),
  "factor-removed": notice({
    subject: `A second step was removed from your ${COMPANY.name} account`,
    headline: "A second step was removed.",
    message: "An authenticator app or a phone no longer gives codes for your account.",
  }),
  "recovery-codes-made": notice({
    subject: `Recovery codes were made for your ${COMPANY.name} account`,
    headline: "You have new recovery codes.",
    message:
      "Ten codes can each be used once in place of your second step. Codes that you had before no longer work.",
  }),
  "recovery-codes-removed": notice({
    subject: `The recovery codes of your ${COMPANY.name} account were removed`,
    headline: "Your recovery codes were removed.",
    message: "The recovery codes that you had no longer work.",
  }),
  "recovery-code-used": notice({
    subject: `A recovery code was used for your ${COMPANY.name} account`,
    kicker: "Signing in",
    headline: "A recovery code was used.",
    message:
      "Somebody, we hope you, signed in with one of your recovery codes in place of the second step. It does not work again.",
  }),
  "passkey-added": notice({
    subject: `A passkey was added to your ${COMPANY.name} account`,
    headline: "A passkey was added.",
    message: "A device can now sign in to your account without the password.",
  }),
  "passkey-removed": notice({
    subject: `A passkey was removed from your ${COMPANY.name} account`,
    headline: "A passkey was removed.",
    message: "A device can no longer sign in to your account with its passkey.",
  }),
  "identity-added": notice({
    subject: `A new way to sign in to ${COMPANY.name}`,
    headline: "A way to sign in was added.",
    message: "An account of another service can now be used to sign in to yours.",
  }),
  "identity-removed": notice({
    subject: `A way to sign in to ${COMPANY.name} was removed`,
    headline: "A way to sign in was removed.",
    message: "An account of another service can no longer be used to sign in to yours.",
  }),
  "new-sign-in": notice({
    subject: `New sign-in to your ${COMPANY.name} account`,
    kicker: "Signing in",
    headline: "Somebody signed in.",
    message:
      "Somebody, we hope you, signed in to your account with a device, or from a network, that we had not seen with it.",
  }),
  "account-erased": {
    subject: `Your ${COMPANY.name} account is deleted`,
    kicker: "Your account",
    headline: "Your account is deleted.",
    message:
      "Your name, your address and your sign-in are removed, here and at our payment provider. What the law makes us keep, like invoices, stays without your account.",
    newAddress: null,
    action: null,
    code: null,
    otherwise: `This is our last email to you. If you did not ask for this, write to us at ${COMPANY.email}.`,
  },
  "purchase-claimed": {
    subject: `Your ${COMPANY.name} subscription was added to an account`,
    kicker: "Your subscription",
    headline: "Your subscription is in an account now.",
    message:
      "A subscription whose receipts go to this address was paid for without an account. Somebody, we hope you, has now added it to theirs.",
    newAddress: null,
    action: null,
    code: null,
    otherwise: `If this was not you, write to us at ${COMPANY.email}, and a person puts it right.`,
  },
};

export function accountContent(kind: AccountMailKind): AccountContent {
  return CONTENT[kind];
}

import { COMPANY } from "#contracts/company.ts";
import type { AuthMail, SecurityNotice } from "#contracts/events/accounts.ts";

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

const TYPE_THE_CODE = "Or enter this code on the page where you started:";
const IGNORE =
  "If you didn’t ask for this, you can ignore it: nothing happens unless the link or the code is used.";

const NOT_YOU = `If this wasn’t you, choose a new password now, check the devices on your account page, and email us at ${COMPANY.email}.`;

/** A mail has these values where its own texts name no others. */
const USUAL = {
  kicker: "Your account",
  newAddress: null,
  action: null,
  code: null,
  otherwise: NOT_YOU,
};

type Texts = Omit<AccountContent, keyof typeof USUAL> & Partial<AccountContent>;

const CONTENT: Record<AccountMailKind, Texts> = {
  "confirm-sign-up": {
    subject: `Confirm your email address for ${COMPANY.name}`,
    headline: "One step to go.",
    message: `Confirm this address is yours and your ${COMPANY.name} account is ready.`,
    action: "Confirm my address",
    code: TYPE_THE_CODE,
    otherwise:
      "If you didn’t sign up, don’t use the link or the code: they would let in whoever did.",
  },
  "magic-link": {
    subject: `Sign in to ${COMPANY.name}`,
    kicker: "Signing in",
    headline: "Here is your way in.",
    message: `Use this link to sign in to your ${COMPANY.name} account, no password needed.`,
    action: "Sign in",
    code: TYPE_THE_CODE,
    otherwise: IGNORE,
  },
  recovery: {
    subject: `Reset your ${COMPANY.name} password`,
    kicker: "Your password",
    headline: "Choose a new password.",
    message: `Someone, hopefully you, asked to reset the password for your ${COMPANY.name} account.`,
    action: "Choose a new password",
    code: TYPE_THE_CODE,
    otherwise: IGNORE,
  },
  invite: {
    subject: `You are invited to ${COMPANY.name}`,
    kicker: "Your invitation",
    headline: "Come on in.",
    message: `You’ve been invited to a ${COMPANY.name} account. Accept, and it’s yours.`,
    action: "Accept the invitation",
    code: TYPE_THE_CODE,
    otherwise: "If you weren’t expecting this, you can ignore it.",
  },
  "email-change-current": {
    subject: `Confirm the change of your ${COMPANY.name} email address`,
    headline: "Is this change yours?",
    message:
      "Someone, hopefully you, asked to change the email address on your account. Both addresses have to agree: this one and the new one.",
    newAddress: "The new address:",
    action: "Agree to the change",
    code: TYPE_THE_CODE,
    otherwise:
      "If this wasn’t you, don’t agree, and choose a new password: whoever asked was signed in to your account.",
  },
  "email-change-new": {
    subject: `Confirm your new email address for ${COMPANY.name}`,
    headline: "Is this your new address?",
    message: `Someone, hopefully you, asked to use this address for a ${COMPANY.name} account.`,
    action: "Confirm my new address",
    code: TYPE_THE_CODE,
    otherwise:
      "If this wasn’t you, don’t use the link or the code: they would give your address to someone else’s account.",
  },
  reauthentication: {
    subject: `Your ${COMPANY.name} code`,
    headline: "Just to be sure it’s you.",
    message: "You’re about to change something important. Type this code to continue.",
    code: "Your code:",
    otherwise:
      "If this wasn’t you, choose a new password: whoever asked is signed in to your account.",
  },
  "password-changed": {
    subject: `Your ${COMPANY.name} password was changed`,
    kicker: "Your password",
    headline: "Your password was changed.",
    message: "Your account has a new password, and every other device has been signed out.",
    otherwise: `If this wasn’t you, reset your password now and email us at ${COMPANY.email}.`,
  },
  "email-changed": {
    subject: `Your ${COMPANY.name} email address was changed`,
    headline: "This is your address now.",
    message: "From now on you sign in with this address, and our emails come here.",
  },
  "email-removed": {
    subject: `Your ${COMPANY.name} account has a new email address`,
    headline: "You’ve changed your address.",
    message:
      "Your account now has a different email address. This one can no longer be used to sign in, and our emails go to the new one.",
    otherwise: `This is our last email to this address. If you didn’t make this change, email us at ${COMPANY.email} and we’ll put it right.`,
  },
  "phone-changed": {
    subject: `The phone of your ${COMPANY.name} account was changed`,
    headline: "Your phone was changed.",
    message: "A phone number was added to your account or changed.",
  },
  "phone-removed": {
    subject: `The phone of your ${COMPANY.name} account was removed`,
    headline: "Your phone was removed.",
    message: "Your account no longer has a phone number, so nobody can sign in with it.",
  },
  "factor-added": {
    subject: `A second step was added to your ${COMPANY.name} account`,
    headline: "Signing in now has a second step.",
    message:
      "Signing in now needs a code from an authenticator app or phone. Every device that signed in without one has been signed out.",
  },
  "factor-removed": {
    subject: `A second step was removed from your ${COMPANY.name} account`,
    headline: "A second step was removed.",
    message:
      "An authenticator app or phone was removed from your account and no longer gives codes for it.",
  },
  "recovery-codes-made": {
    subject: `New recovery codes for your ${COMPANY.name} account`,
    headline: "You have new recovery codes.",
    message:
      "You have ten codes, each good once in place of a security code. Your earlier codes no longer work.",
  },
  "recovery-codes-removed": {
    subject: `The recovery codes of your ${COMPANY.name} account were removed`,
    headline: "Your recovery codes were removed.",
    message: "Your recovery codes no longer work.",
  },
  "recovery-code-used": {
    subject: `A recovery code was used for your ${COMPANY.name} account`,
    kicker: "Signing in",
    headline: "A recovery code was used.",
    message:
      "Someone, hopefully you, signed in with one of your recovery codes instead of the second step. That code won’t work again.",
  },
  "passkey-added": {
    subject: `A passkey was added to your ${COMPANY.name} account`,
    headline: "A passkey was added.",
    message: "A device can now sign in to your account without the password.",
  },
  "passkey-removed": {
    subject: `A passkey was removed from your ${COMPANY.name} account`,
    headline: "A passkey was removed.",
    message: "A device can no longer sign in to your account with its passkey.",
  },
  "identity-added": {
    subject: `A new way to sign in to ${COMPANY.name}`,
    headline: "A way to sign in was added.",
    message: "An account with another service can now be used to sign in to yours.",
  },
  "identity-removed": {
    subject: `A way to sign in to ${COMPANY.name} was removed`,
    headline: "A way to sign in was removed.",
    message: "An account with another service can no longer be used to sign in to yours.",
  },
  "password-removed": {
    subject: `The password of your ${COMPANY.name} account was removed`,
    kicker: "Your password",
    headline: "Your password was removed.",
    message:
      "Your account no longer has a password, and every other device has been signed out. Your other ways to sign in still work.",
  },
  "sign-in-methods-removed": {
    subject: `Ways to sign in to your ${COMPANY.name} account were removed`,
    headline: "Your account lets fewer ways in.",
    message:
      "A second step or another way to sign in was removed from your account, and your devices have been signed out.",
  },
  "new-sign-in": {
    subject: `New sign-in to your ${COMPANY.name} account`,
    kicker: "Signing in",
    headline: "There was a new sign-in.",
    message:
      "Someone, hopefully you, signed in to your account on a device or network we hadn’t seen before.",
  },
  "sign-up-repeated": {
    subject: `You already have a ${COMPANY.name} account`,
    kicker: "Signing in",
    headline: "You already have an account.",
    message: `Someone, hopefully you, tried to create a ${COMPANY.name} account with this address. It has one: sign in, or choose “Forgot your password?” on the sign-in page.`,
    otherwise: "If this wasn’t you, there’s nothing to do: your account is as it was.",
  },
  "account-erased": {
    subject: `Your ${COMPANY.name} account has been deleted`,
    headline: "Your account has been deleted.",
    message:
      "Your name, address and sign-in have been removed, here and at our payment provider. Records the law makes us keep, such as invoices, are kept without your account.",
    otherwise: `This is our last email to you. If you didn’t ask for this, email us at ${COMPANY.email}.`,
  },
  "purchase-claimed": {
    subject: `Your ${COMPANY.name} subscription was added to an account`,
    kicker: "Your subscription",
    headline: "Your subscription is now in an account.",
    message:
      "A subscription whose receipts go to this address was paid for without an account. Someone, hopefully you, has now added it to theirs.",
    otherwise: `If this wasn’t you, email us at ${COMPANY.email} and we’ll put it right.`,
  },
};

export function accountContent(kind: AccountMailKind): AccountContent {
  return { ...USUAL, ...CONTENT[kind] };
}

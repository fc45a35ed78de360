import type { AuthMail } from "#contracts/events/auth-mail-requested.ts";
import { COMPANY } from "#contracts/company.ts";

export type AccountMailKind = AuthMail | "password-changed";

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

const CONTENT: Record<AccountMailKind, AccountContent> = {
  "confirm-sign-up": {
    subject: `Confirm your email address for ${COMPANY.name}`,
    kicker: "Your account",
    headline: "One step to go.",
    message: `Confirm that this address is yours, and your ${COMPANY.name} account is ready.`,
    newAddress: null,
    action: "Confirm my address",
    code: TYPE_THE_CODE,
    otherwise: IGNORE,
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
    otherwise: IGNORE,
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
  "password-changed": {
    subject: `Your ${COMPANY.name} password was changed`,
    kicker: "Your password",
    headline: "Your password was changed.",
    message:
      "The password of your account is a new one, and every other device that was signed in has been signed out.",
    newAddress: null,
    action: null,
    code: null,
    otherwise: `If this was not you, reset your password now and write to us at ${COMPANY.email}.`,
  },
};

export function accountContent(kind: AccountMailKind): AccountContent {
  return CONTENT[kind];
}

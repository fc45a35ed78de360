import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { PLATFORM_KEYS } from "../content/brief-answers.ts";
import { eventSchema } from "./envelope.ts";

const ACCOUNT_ORIGINS = [
  "email",
  "phone",
  "anonymous",
  "provider",
  "sso",
  "web3",
  "admin",
] as const;

export const AccountCreated = eventSchema("AccountCreated", {
  userId: z.uuid(),
  origin: z.enum(ACCOUNT_ORIGINS),
});

export const AccountErased = eventSchema("AccountErased", {
  userId: z.uuid(),
  by: z.enum(["owner", "admin"]),
  left: z.enum(["nameless_row", "nothing"]),
  /** These posts are still in platforms' own schedulers, and the account manager takes them out; absent when there are none. */
  scheduled: z.optional(
    z.array(z.strictObject({ platform: z.enum(PLATFORM_KEYS), goesLiveAt: z.iso.datetime() })),
  ),
  /** The operator who was the account manager when the account was erased. */
  managerId: z.optional(z.nullable(z.uuid())),
});

/** An operator took the posts of an erased account out of the schedulers. */
export const ErasedPostsStopped = eventSchema("ErasedPostsStopped", { userId: z.uuid() });

/** Stripe refuses the account's address for the customer, who keeps the old one. */
export const AccountEmailRefused = eventSchema("AccountEmailRefused", {
  customerId: stripeId("customer"),
});

const AUTH_MAILS = [
  "confirm-sign-up",
  "magic-link",
  "recovery",
  "invite",
  "email-change-current",
  "email-change-new",
  "reauthentication",
] as const;
export type AuthMail = (typeof AUTH_MAILS)[number];

/** The worker derives the code from the token's id, so neither event nor database holds it. */
export const AuthMailRequested = eventSchema("AuthMailRequested", {
  tokenId: z.uuid(),
  mail: z.enum(AUTH_MAILS),
});

export const AUTH_SMS = [
  "confirm-sign-up",
  "sign-in",
  "phone-change",
  "reauthentication",
  "factor",
] as const;
export type AuthSms = (typeof AUTH_SMS)[number];

export const SMS_CHANNELS = ["sms", "whatsapp"] as const;
export type SmsChannel = (typeof SMS_CHANNELS)[number];

/** `codeId` is a one-time token or an MFA challenge, from whose id the worker derives the code. */
export const AuthSmsRequested = eventSchema("AuthSmsRequested", {
  codeId: z.uuid(),
  text: z.enum(AUTH_SMS),
  channel: z.enum(SMS_CHANNELS),
});

export const EmailChanged = eventSchema("EmailChanged", { userId: z.uuid() });

export const PasswordChanged = eventSchema("PasswordChanged", { userId: z.uuid() });

/** Changes to an account, and attempts at it, that we tell its user by mail. */
const SECURITY_NOTICES = [
  "factor-added",
  "factor-removed",
  "recovery-codes-made",
  "recovery-codes-removed",
  "recovery-code-used",
  "passkey-added",
  "passkey-removed",
  "identity-added",
  "identity-removed",
  "password-removed",
  "sign-in-methods-removed",
  "phone-changed",
  "phone-removed",
  "new-sign-in",
  "sign-up-repeated",
] as const;
export type SecurityNotice = (typeof SECURITY_NOTICES)[number];

/** Written in the statement of the change. An email or password that changes has an event of its own. */
export const SecurityNoticeRequested = eventSchema("SecurityNoticeRequested", {
  userId: z.uuid(),
  notice: z.enum(SECURITY_NOTICES),
  /** The sign-in method that was added; the mail's link removes it. */
  subjectId: z.optional(z.uuid()),
});

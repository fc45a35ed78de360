import type { AddedMethod } from "../api/sign-in-methods.ts";
import { inText, TERMS } from "../terms.ts";

export const METHOD_NAMES = {
  app: "Authenticator app",
  text_message: "Codes by text message",
  recovery_codes: "Recovery codes",
  passkey: "Passkey",
  phone: "Phone number",
  identity: "Sign-in with another company",
} as const satisfies Record<AddedMethod["kind"], string>;

export const METHOD_MESSAGES = {
  asked: (email: string) => `Added to the account of ${email}:`,
  wasItYou:
    "If you added it yourself, close this page: nothing changes. If you didn’t, remove it. Every device will be signed out.",
  gone: "It’s removed.",
  goneBefore: "It was removed already.",
  chooseNext: "Now choose a new password: whoever added it may know the one you have.",
  expiredNext: `It worked for ${inText(TERMS.removalLink)}. Choose a new password instead: before you do, we’ll show you everything that was added in the last ${inText(TERMS.recovery)}.`,
  check: `This was added to your account in the last ${inText(TERMS.recovery)}. We’ll remove what’s ticked, so untick what you added yourself.`,
} as const;

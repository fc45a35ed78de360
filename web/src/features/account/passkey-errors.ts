import { PASSKEY_MESSAGES } from "#contracts/messages/passkeys.ts";
import type { ErrorTexts } from "../../lib/error-message.ts";
import { accountErrors } from "./account-errors.ts";

export function passkeyErrors(fallback: string): ErrorTexts {
  const texts = accountErrors(fallback);
  return { ...texts, codes: { ...texts.codes, ...PASSKEY_MESSAGES.refused } };
}

export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in window;
}

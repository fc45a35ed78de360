import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { PASSWORD_MAX_BYTES, PASSWORD_MIN } from "#contracts/passwords.ts";

export function checkPasswords(password: string, repeated: string): string | null {
  if (password !== repeated) return ACCOUNT_MESSAGES.signUp.mismatch;
  if (password.length < PASSWORD_MIN) return ACCOUNT_MESSAGES.signUp.tooShort;
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES) {
    return ACCOUNT_MESSAGES.signUp.tooLong;
  }
  return null;
}

import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";

const PASSWORD_MIN = 6;
/** GoTrue's limit, in UTF-8 bytes. */
const PASSWORD_MAX_BYTES = 72;

export function checkPasswords(password: string, repeated: string): string | null {
  if (password !== repeated) return ACCOUNT_MESSAGES.signUp.mismatch;
  if (password.length < PASSWORD_MIN) return ACCOUNT_MESSAGES.signUp.tooShort;
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES) {
    return ACCOUNT_MESSAGES.signUp.tooLong;
  }
  return null;
}

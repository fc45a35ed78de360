import { AuthError } from "../http/auth-errors.ts";

const PHONE = /^[1-9]\d{1,14}$/;

/**
 * @returns E.164 without its plus
 * @throws {AuthError} `validation_failed`
 */
export function readPhone(text: string): string {
  const phone = text.replaceAll(/\s/g, "").replace(/^\+/, "");
  if (PHONE.test(phone)) return phone;
  throw new AuthError("validation_failed", "Invalid phone number format (E.164 required)");
}

import { validationError } from "./http/auth-errors.ts";

const EMAIL_MAX = 255;
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** @throws {AuthError} `validation_failed` */
export function readEmail(text: string): string {
  if (!isEmail(text)) throw validationError("Unable to validate email address: invalid format");
  return text.toLowerCase();
}

/** @throws {AuthError} `validation_failed` unless exactly one is given */
export function requireEmailOrPhone({ email, phone }: { email: string; phone: string }): void {
  if ((email === "") === (phone === "")) {
    throw validationError("Only an email address or phone number should be provided");
  }
}

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text);
}

const PHONE = /^[1-9]\d{1,14}$/;

/**
 * @returns E.164 without its plus
 * @throws {AuthError} `validation_failed`
 */
export function readPhone(text: string): string {
  const phone = text.replaceAll(/\s/g, "").replace(/^\+/, "");
  if (PHONE.test(phone)) return phone;
  throw validationError("Invalid phone number format (E.164 required)");
}

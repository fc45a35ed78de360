import { COMPANY } from "#contracts/company.ts";
import { PASSWORD_MAX_BYTES } from "#contracts/passwords.ts";
import type { AuthSettings } from "../../settings/auth-settings.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError, validationError, type WeakPasswordReason } from "../http/auth-errors.ts";
import commonest from "./common-passwords.json" with { type: "json" };

type StrengthSettings = Pick<AuthSettings, "PASSWORD_MIN_LENGTH" | "PASSWORD_REQUIRED_CHARACTERS">;

/** Facts about the user that a password must not contain. */
type Person = {
  email: string | null;
  phone: string | null;
  userMetadata: Readonly<Record<string, unknown>>;
};

type Weakness = { message: string; reasons: WeakPasswordReason[] };

const GUESSABLE = "Password is known to be weak and easy to guess, please choose a different one.";
/** One repeated character, or the company's name. */
const GUESSED_FIRST = new RegExp(
  `^(?:(.)\\1*|${COMPANY.name.toLowerCase().replaceAll(" ", " ?")}\\d*)$`,
  "u",
);
const NAMES = ["first_name", "last_name", "name", "full_name"];

/**
 * @throws {AuthError} `weak_password` with every reason, or `validation_failed` when it is too
 * long
 */
export async function requireStrongPassword(
  { config, leakedPasswords }: AuthDeps,
  password: string,
  person: Person,
): Promise<void> {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw validationError("Password cannot be longer than 72 characters");
  }
  const weakness = weaknessOf(password, config, person);
  if (weakness !== null) throw weakPasswordError(weakness);
  if (config.PASSWORD_HIBP_ENABLED && (await leakedPasswords.has(password))) {
    throw weakPasswordError({ message: GUESSABLE, reasons: ["pwned"] });
  }
}

/** @returns null for an acceptable password */
export function weaknessOf(
  password: string,
  settings: StrengthSettings,
  person: Person,
): Weakness | null {
  const reasons: WeakPasswordReason[] = [];
  const messages: string[] = [];
  if (password.length < settings.PASSWORD_MIN_LENGTH) {
    reasons.push("length");
    messages.push(`Password should be at least ${settings.PASSWORD_MIN_LENGTH} characters.`);
  }
  const sets = settings.PASSWORD_REQUIRED_CHARACTERS;
  if (!sets.every((set) => Array.from(set).some((char) => password.includes(char)))) {
    reasons.push("characters");
    messages.push(`Password should contain at least one character of each: ${sets.join(", ")}.`);
  }
  if (isCommon(password) || isPersonal(password, person)) {
    reasons.push("pwned");
    messages.push(GUESSABLE);
  }
  return reasons.length === 0 ? null : { message: messages.join(" "), reasons };
}

function isCommon(password: string): boolean {
  const lower = password.toLowerCase();
  return GUESSED_FIRST.test(lower) || commonest.words.split(" ").includes(lower);
}

/** The address, its part before the @, the phone or a name, also with digits or signs after it. */
function isPersonal(password: string, { email, phone, userMetadata }: Person): boolean {
  const names = NAMES.map((key) => userMetadata[key]).filter((name) => typeof name === "string");
  const words = [email, email?.split("@")[0], phone, ...names, names.slice(0, 2).join("")]
    .map((word) => plain(word ?? ""))
    .filter((word) => word !== "");
  const typed = plain(password);
  const withoutEnd = typed.replace(/[^\p{L}]+$/u, "");
  return words.some((word) => word === typed || word === withoutEnd);
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s/g, "");
}

function weakPasswordError({ message, reasons }: Weakness): AuthError {
  return new AuthError("weak_password", message, { weakPassword: reasons });
}

import { CallError } from "./call-error.ts";

export type ErrorTexts = {
  /** The keys are codes of auth-js, or of a call that was not made. */
  readonly codes: Readonly<Record<string, string>>;
  readonly answer: (error: CallError) => string;
  /** Default: `fallback`. */
  readonly unreachable?: string;
  readonly fallback: string;
};

export const OFFLINE = "You seem to be offline.";

/** Errors of `fetch` and `import()` without a connection, and auth-js's wrapper of them. */
const NO_CONNECTION: ReadonlySet<string> = new Set(["TypeError", "AuthRetryableFetchError"]);

export function errorMessage(error: unknown, texts: ErrorTexts): string {
  if (error instanceof CallError && error.status !== 0) return texts.answer(error);
  const code = codeOf(error);
  if (code !== null && Object.hasOwn(texts.codes, code)) return texts.codes[code] ?? texts.fallback;
  const hasNoConnection = error instanceof Error && NO_CONNECTION.has(error.name);
  if (!hasNoConnection) return texts.fallback;
  return texts.unreachable ?? (navigator.onLine ? "" : `${OFFLINE} `) + texts.fallback;
}

/** The code of an error. For a weak password it holds the reason that auth-js gives. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  if ("reasons" in error && Array.isArray(error.reasons)) {
    if (error.reasons.includes("length")) return "weak_password_length";
    if (error.reasons.includes("pwned")) return "weak_password_pwned";
  }
  if ("code" in error && typeof error.code === "string") return error.code;
  // auth-js throws this when the server has ended the session.
  if ("name" in error && error.name === "AuthSessionMissingError") return "session_not_found";
  return null;
}

/** @jsxImportSource hono/jsx */
import type { FC, PropsWithChildren } from "hono/jsx";
import { counted } from "#contracts/counted.ts";
import type { SignInOutcome } from "../../ports/auth-service.ts";
import type { OpsContext } from "../env.ts";

export type Failure = { error: string; status: 401 | 403 | 429 | 503 };

export const WRONG_PASSWORD = "Wrong email or password. Try again.";
export const WRONG_CODE = "Wrong code. Try again.";
const NOT_OPS = "This account is not an operator’s.";
const UNREACHABLE = "The sign-in service isn’t answering. Try again in a minute.";
const UNREACHABLE_RETRY_S = 30;

/** Describes why a sign-in failed. Sets `Retry-After` when the operator may try again later. */
export function describeFailure(c: OpsContext, result: SignInOutcome, rejected: string): Failure {
  switch (result.outcome) {
    case "not_ops":
      return { error: NOT_OPS, status: 403 };
    case "too_many":
      c.header("Retry-After", String(result.retryAfterS));
      return { error: tooMany(result.retryAfterS), status: 429 };
    case "unreachable":
      c.header("Retry-After", String(UNREACHABLE_RETRY_S));
      return { error: UNREACHABLE, status: 503 };
    case "signed_in":
    case "mfa_required":
    case "no_authenticator":
    case "refused":
      return { error: rejected, status: 401 };
  }
}

function tooMany(retryAfterS: number): string {
  const minutes = Math.ceil(retryAfterS / 60);
  return `Too many attempts. Try again in ${counted(minutes, "minute")}.`;
}

const ERROR_ID = "sign-in-error";

export const describedByError = (error: string | null) => (error === null ? undefined : ERROR_ID);

export const FormError: FC<PropsWithChildren> = ({ children }) =>
  children === null ? null : (
    <p class="notice bad" role="alert" id={ERROR_ID}>
      {children}
    </p>
  );

export const CodeField: FC<{ error: string | null }> = ({ error }) => (
  <label>
    Code
    <input
      name="code"
      required
      autofocus
      inputmode="numeric"
      autocomplete="one-time-code"
      aria-describedby={describedByError(error)}
    />
  </label>
);

import { RETENTION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { ApiError } from "../session/call-function.ts";
import { CancellationError } from "./cancellation-error.ts";

export type CancellationAction = keyof typeof RETENTION_MESSAGES.failed;

/** Errors of `fetch` and `import()` without a connection, and auth-js's wrapper of them. */
const NO_CONNECTION: ReadonlySet<string> = new Set(["TypeError", "AuthRetryableFetchError"]);

/** Message for a failed retention call. Source: product specification, error catalogue. */
export function cancellationErrorMessage(error: unknown, action: CancellationAction): string {
  const words = RETENTION_MESSAGES.failed[action];
  if (error instanceof CancellationError) {
    if (error.kind === "signed-out") return RETENTION_MESSAGES.signIn;
    if (error.kind === "no-subscription") return RETENTION_MESSAGES.noSubscription;
    return error.userMessage ?? words.failed;
  }
  if (error instanceof ApiError) return apiErrorMessage(action, error);
  const hasNoConnection = error instanceof Error && NO_CONNECTION.has(error.name);
  return hasNoConnection ? words.unreachable : words.tryAgain;
}

function apiErrorMessage(
  action: CancellationAction,
  { status, code, userMessage, details }: ApiError,
): string {
  const words = RETENTION_MESSAGES.failed[action];
  const reason = details ?? userMessage ?? words.failed;
  switch (status) {
    case 400:
      return RETENTION_MESSAGES.refused(reason);
    case 401:
      return RETENTION_MESSAGES.unauthenticated;
    case 403:
      return words.forbidden;
    case 404:
      return words.noService;
    case 500:
      return RETENTION_MESSAGES.broken(reason);
    default:
      // An answer with a code is from our functions, so its text is for users.
      return code !== null && userMessage !== null ? userMessage : RETENTION_MESSAGES.other(status);
  }
}

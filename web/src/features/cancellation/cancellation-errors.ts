import { RETENTION_MESSAGES } from "#contracts/messages/cancellation.ts";
import type { CallError } from "../../lib/call-error.ts";
import type { ErrorTexts } from "../../lib/error-message.ts";

type CancellationAction = keyof typeof RETENTION_MESSAGES.failed;

/** Source: product specification, error catalogue. */
export function cancellationErrors(action: CancellationAction): ErrorTexts {
  const { unreachable, tryAgain } = RETENTION_MESSAGES.failed[action];
  return {
    codes: {
      "signed-out": RETENTION_MESSAGES.signIn,
      "no-subscription": RETENTION_MESSAGES.noSubscription,
    },
    answer: (error) => answerMessage(action, error),
    unreachable,
    fallback: tryAgain,
  };
}

function answerMessage(
  action: CancellationAction,
  { status, code, userMessage, details }: CallError,
): string {
  const texts = RETENTION_MESSAGES.failed[action];
  const reason = details ?? userMessage ?? texts.failed;
  switch (status) {
    case 200:
      return reason;
    case 400:
      return RETENTION_MESSAGES.refused(reason);
    case 401:
      return RETENTION_MESSAGES.unauthenticated;
    case 403:
      return texts.forbidden;
    case 404:
      return texts.noService;
    case 500:
      return RETENTION_MESSAGES.broken(reason);
    default:
      // An answer with a code is from our functions, so its text is for users.
      return code !== null && userMessage !== null ? userMessage : RETENTION_MESSAGES.other(status);
  }
}

import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import type { CallError } from "../../lib/call-error.ts";
import type { ErrorTexts } from "../../lib/error-message.ts";

type CancellationAction = keyof typeof CANCELLATION_MESSAGES.failed;

/** Source: product specification, error catalogue. */
export function cancellationErrors(action: CancellationAction): ErrorTexts {
  const { unreachable, tryAgain } = CANCELLATION_MESSAGES.failed[action];
  return {
    codes: {
      "signed-out": CANCELLATION_MESSAGES.signIn,
      "no-subscription": CANCELLATION_MESSAGES.noSubscription,
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
  const texts = CANCELLATION_MESSAGES.failed[action];
  const reason = details ?? userMessage ?? texts.failed;
  switch (status) {
    case 200:
      return reason;
    case 400:
      return CANCELLATION_MESSAGES.refused(reason);
    case 401:
      return CANCELLATION_MESSAGES.unauthenticated;
    case 403:
      return texts.forbidden;
    case 404:
      return texts.noService;
    case 500:
      return CANCELLATION_MESSAGES.broken(reason);
    default:
      // An answer with a code is from our functions, so its text is for users.
      return code !== null && userMessage !== null
        ? userMessage
        : CANCELLATION_MESSAGES.other(status);
  }
}

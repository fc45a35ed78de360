import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import type { CallError } from "../../lib/call-error.ts";
import type { ErrorTexts } from "../../lib/error-message.ts";

const PACKAGES_MESSAGES = CHECKOUT_MESSAGES.packages;

const NOT_STARTED = {
  "not-configured": CHECKOUT_MESSAGES.notConfigured,
  "no-key": CHECKOUT_MESSAGES.keyMissing,
  "no-plan": CHECKOUT_MESSAGES.noPlan,
  "no-package": PACKAGES_MESSAGES.notFound,
  "no-url": CHECKOUT_MESSAGES.noUrl,
  "empty-url": CHECKOUT_MESSAGES.noUrl,
  "not-opened": CHECKOUT_MESSAGES.notOpened,
} as const;

const KEY_MISSING = "payments_not_configured";

export const CHECKOUT_ERRORS: ErrorTexts = {
  codes: NOT_STARTED,
  answer: ({ code, userMessage, details }) =>
    code === KEY_MISSING
      ? CHECKOUT_MESSAGES.keyMissing
      : (userMessage ?? details ?? CHECKOUT_MESSAGES.failed),
  unreachable: CHECKOUT_MESSAGES.unreachable,
  fallback: CHECKOUT_MESSAGES.failed,
};

/** Messages name the HTTP status. */
export const PACKAGES_ERRORS: ErrorTexts = {
  codes: {
    ...NOT_STARTED,
    "no-url": PACKAGES_MESSAGES.noUrl,
    "empty-url": PACKAGES_MESSAGES.emptyUrl,
  },
  answer: packagesAnswer,
  unreachable: CHECKOUT_MESSAGES.unreachable,
  fallback: PACKAGES_MESSAGES.failed,
};

function packagesAnswer({ status, code, userMessage, details }: CallError): string {
  if (code === KEY_MISSING) return CHECKOUT_MESSAGES.keyMissing;
  const reason = details ?? userMessage ?? PACKAGES_MESSAGES.failed;
  switch (status) {
    case 400:
      return PACKAGES_MESSAGES.refused(reason);
    case 404:
      return PACKAGES_MESSAGES.noService;
    case 500:
      return PACKAGES_MESSAGES.misconfigured(reason);
    default:
      return PACKAGES_MESSAGES.other(status, userMessage ?? reason);
  }
}

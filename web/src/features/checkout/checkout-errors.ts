import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import type { CallError } from "../../lib/call-error.ts";
import type { ErrorTexts } from "../../lib/error-message.ts";

const OF_PACKAGES = CHECKOUT_MESSAGES.packages;

const NOT_STARTED = {
  "not-configured": CHECKOUT_MESSAGES.notConfigured,
  "no-key": CHECKOUT_MESSAGES.keyMissing,
  "no-plan": CHECKOUT_MESSAGES.noPlan,
  "no-package": OF_PACKAGES.notFound,
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
  codes: { ...NOT_STARTED, "no-url": OF_PACKAGES.noUrl, "empty-url": OF_PACKAGES.emptyUrl },
  answer: packagesAnswer,
  unreachable: CHECKOUT_MESSAGES.unreachable,
  fallback: OF_PACKAGES.failed,
};

function packagesAnswer({ status, code, userMessage, details }: CallError): string {
  if (code === KEY_MISSING) return CHECKOUT_MESSAGES.keyMissing;
  const reason = details ?? userMessage ?? OF_PACKAGES.failed;
  switch (status) {
    case 400:
      return OF_PACKAGES.refused(reason);
    case 404:
      return OF_PACKAGES.noService;
    case 500:
      return OF_PACKAGES.misconfigured(reason);
    default:
      return OF_PACKAGES.other(status, userMessage ?? reason);
  }
}

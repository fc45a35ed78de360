import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import { ApiError } from "../session/call-function.ts";
import { CheckoutError, type CheckoutErrorKind } from "./checkout-error.ts";

const OF_PACKAGES = CHECKOUT_MESSAGES.packages;

const FAULTS: Readonly<Record<CheckoutErrorKind, string>> = {
  "not-configured": CHECKOUT_MESSAGES.notConfigured,
  "no-key": CHECKOUT_MESSAGES.keyMissing,
  "no-plan": CHECKOUT_MESSAGES.noPlan,
  "no-package": OF_PACKAGES.notFound,
  "no-url": CHECKOUT_MESSAGES.noUrl,
  "empty-url": CHECKOUT_MESSAGES.noUrl,
  "not-opened": CHECKOUT_MESSAGES.notOpened,
};

/** Errors of `fetch` and `import()` without a connection, and auth-js's wrapper of them. */
const NO_CONNECTION: ReadonlySet<string> = new Set(["TypeError", "AuthRetryableFetchError"]);

export function checkoutErrorMessage(error: unknown): string {
  if (error instanceof CheckoutError) return FAULTS[error.kind];
  if (error instanceof ApiError) {
    if (error.code === "payments_not_configured") return CHECKOUT_MESSAGES.keyMissing;
    return error.userMessage ?? error.details ?? CHECKOUT_MESSAGES.failed;
  }
  return hasNoConnection(error) ? CHECKOUT_MESSAGES.unreachable : CHECKOUT_MESSAGES.failed;
}

/** Messages name the HTTP status. */
export function packagesErrorMessage(error: unknown): string {
  if (error instanceof CheckoutError) {
    if (error.kind === "no-url") return OF_PACKAGES.noUrl;
    if (error.kind === "empty-url") return OF_PACKAGES.emptyUrl;
    return FAULTS[error.kind];
  }
  if (error instanceof ApiError) return statusMessage(error);
  return hasNoConnection(error) ? CHECKOUT_MESSAGES.unreachable : OF_PACKAGES.failed;
}

function statusMessage(refused: ApiError): string {
  if (refused.code === "payments_not_configured") return CHECKOUT_MESSAGES.keyMissing;
  const { status } = refused;
  const details = refused.details ?? refused.userMessage ?? OF_PACKAGES.failed;
  if (status === 404) return OF_PACKAGES.noService;
  if (status === 500) return OF_PACKAGES.misconfigured(details);
  if (status === 400) return OF_PACKAGES.refused(details);
  return OF_PACKAGES.other(status, refused.userMessage ?? details);
}

function hasNoConnection(error: unknown): boolean {
  return error instanceof Error && NO_CONNECTION.has(error.name);
}

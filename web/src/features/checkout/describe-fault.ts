import { CHECKOUT_MESSAGES } from "#contracts/checkout-messages.ts";
import { CallRefused } from "../session/call-function.ts";
import { CheckoutFault, type FaultKind } from "./checkout-fault.ts";

const OF_PACKAGES = CHECKOUT_MESSAGES.packages;

const FAULTS: Readonly<Record<FaultKind, string>> = {
  "not-configured": CHECKOUT_MESSAGES.notConfigured,
  "no-key": CHECKOUT_MESSAGES.keyMissing,
  "no-plan": CHECKOUT_MESSAGES.noPlan,
  "no-package": OF_PACKAGES.notFound,
  "no-url": CHECKOUT_MESSAGES.noUrl,
  "empty-url": CHECKOUT_MESSAGES.noUrl,
  "not-opened": CHECKOUT_MESSAGES.notOpened,
};

/** What `fetch` throws without a connection, `import()` among it, and what the auth client makes of it. */
const NO_CONNECTION: ReadonlySet<string> = new Set(["TypeError", "AuthRetryableFetchError"]);

/** What to tell somebody at the checkout whose payment page did not open. */
export function describeAtCheckout(error: unknown): string {
  if (error instanceof CheckoutFault) return FAULTS[error.kind];
  if (error instanceof CallRefused) {
    if (error.code === "payments_not_configured") return CHECKOUT_MESSAGES.keyMissing;
    return error.said ?? error.details ?? CHECKOUT_MESSAGES.failed;
  }
  return hasNoConnection(error) ? CHECKOUT_MESSAGES.unreachable : CHECKOUT_MESSAGES.failed;
}

/** The same among the packages, where a refusal names its status. */
export function describeAtPackages(error: unknown): string {
  if (error instanceof CheckoutFault) {
    if (error.kind === "no-url") return OF_PACKAGES.noUrl;
    if (error.kind === "empty-url") return OF_PACKAGES.emptyUrl;
    return FAULTS[error.kind];
  }
  if (error instanceof CallRefused) return describeStatus(error);
  return hasNoConnection(error) ? CHECKOUT_MESSAGES.unreachable : OF_PACKAGES.failed;
}

function describeStatus(refused: CallRefused): string {
  if (refused.code === "payments_not_configured") return CHECKOUT_MESSAGES.keyMissing;
  const { status } = refused;
  const details = refused.details ?? refused.said ?? OF_PACKAGES.failed;
  if (status === 404) return OF_PACKAGES.noService;
  if (status === 500) return OF_PACKAGES.misconfigured(details);
  if (status === 400) return OF_PACKAGES.refused(details);
  return OF_PACKAGES.other(status, refused.said ?? details);
}

function hasNoConnection(error: unknown): boolean {
  return error instanceof Error && NO_CONNECTION.has(error.name);
}

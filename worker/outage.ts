import { Stripe } from "stripe";
import { isDatabaseUnavailable } from "#db/query-error.ts";
import { stripeRefusalOf } from "#db/stripe/errors.ts";

/** So many 5xx in a row are no customer's own. */
const SERVER_ERRORS_MAX = 3;

/** Tells what fails for one customer from an outage, at which a run over all customers stops. */
export function createOutageWatch() {
  let serverErrors = 0;
  return {
    onSuccess(): void {
      serverErrors = 0;
    },
    /** @throws the error itself when it concerns every customer */
    onFailure(error: unknown): void {
      if (error instanceof Stripe.errors.StripeAPIError) {
        serverErrors += 1;
        if (serverErrors >= SERVER_ERRORS_MAX) throw error;
        return;
      }
      const kind = stripeRefusalOf(error)?.kind;
      const isAway = error instanceof Error && isDatabaseUnavailable(error);
      if (isAway || kind === "unavailable" || kind === "key") throw error;
    },
  };
}

import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

export function NotConfigured() {
  return (
    <div className="checkout-notice">
      <p className="text-lg">{CHECKOUT_MESSAGES.notConfigured}</p>
      <ButtonLink href={paths.home} variant="secondary" className="mt-6">
        Back to the home page
      </ButtonLink>
    </div>
  );
}

import { PURCHASE_STEPS } from "../content/checkout-steps.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { checkoutShell } from "../shell/checkout-shell.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { ProgressSteps } from "../ui/progress-steps.tsx";

export const page: Page = {
  ...checkoutShell,
  title: "Checkout cancelled",
  description: "Nothing was charged. Go back to the checkout, or talk to us first.",
  noindex: true,
  Body: CheckoutCancel,
};

function CheckoutCancel() {
  return (
    <>
      <ProgressSteps steps={PURCHASE_STEPS} current={0} />
      <PageHead
        title="Checkout cancelled."
        lead="Nothing was charged and nothing was ordered. If something put you off, we’d like to hear it."
      />
      <div className="page-width flex flex-wrap gap-4 pb-(--section)">
        <ButtonLink href={paths.checkout} arrow>
          Return to Checkout
        </ButtonLink>
        <ButtonLink href={paths.scheduleDemo} variant="secondary">
          Schedule a Strategy Call
        </ButtonLink>
        <ButtonLink href={paths.contact} variant="secondary">
          Contact Support
        </ButtonLink>
        <ButtonLink href={paths.home} variant="quiet">
          Back to Homepage
        </ButtonLink>
      </div>
    </>
  );
}

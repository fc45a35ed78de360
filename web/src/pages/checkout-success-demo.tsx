import { DEMO_SUBSCRIPTION } from "../content/demo-account.ts";
import { DemoBanner } from "../features/demo/components/demo-banner.tsx";
import { DemoStage } from "../features/demo/components/demo-stage.tsx";
import { PurchaseSummary } from "../features/purchase/components/purchase-summary.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { PicturedPage } from "../sections/pictured-page.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";

export const page: Page = {
  ...appStylesheet,
  title: "Payment received, as a demo",
  description:
    "What a customer sees after paying: the subscription, what happens next and who to ask.",
  noindex: true,
  Body: () => (
    <>
      <DemoBanner>
        You see this after paying. No card is charged, and the plan is made up.
      </DemoBanner>
      <PicturedPage
        title="Paid. Welcome aboard."
        lead="Your subscription is running and your account manager has been told."
        picture="coffee-counter"
        aside={
          <div className="flex flex-col items-start gap-4">
            <ButtonLink href={paths.thankYou} arrow>
              What happens next
            </ButtonLink>
            <h2 className="mt-4 w-full border-t-2 border-ink pt-5 text-xl">Something wrong?</h2>
            <p className="text-ink-soft">Message us on WhatsApp; a real person replies.</p>
            <DemoStage>
              <Button variant="secondary">Message on WhatsApp</Button>
            </DemoStage>
            <ButtonLink href={paths.contact} variant="quiet">
              Write to us
            </ButtonLink>
          </div>
        }
      >
        <div className="mt-10">
          <PurchaseSummary
            subscription={{
              subscription_status: "active",
              plan_name: plan,
              current_period_end: NEXT_BILLING,
            }}
            sums={{
              addonNames: "",
              paidPence: pricePence,
              payments: [{ at: NEXT_BILLING, pence: pricePence }],
            }}
            changed={null}
          />
        </div>
      </PicturedPage>
    </>
  ),
};

const { plan, pricePence, nextBillingOn } = DEMO_SUBSCRIPTION;
const NEXT_BILLING = Date.parse(nextBillingOn) / 1_000;

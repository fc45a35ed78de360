import type { User } from "@supabase/auth-js";
import useSWR from "swr";
import type { UnclaimedPurchase } from "#contracts/api/unclaimed-purchases.ts";
import { cardName } from "#contracts/billing/card-name.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { success, useAction } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { claimPurchase } from "../../purchase/api/claim-purchase.ts";
import { apiErrors } from "../../session/api-errors.ts";
import { fetchUnclaimedPurchases } from "../dashboard-api.ts";
import { useDashboard } from "../dashboard-context.ts";

export function useUnclaimedPurchases(user: User) {
  return useSWR(["unclaimed-purchases", user.id], fetchUnclaimedPurchases, {
    revalidateOnFocus: false,
  });
}

/** Asks whether each is the user's, because anybody may have paid under the user's address. */
export function UnclaimedPurchases() {
  const { user, variantOf, onChanged } = useDashboard();
  const { data: purchases = [], mutate } = useUnclaimedPurchases(user);
  const action = useAction();

  function claim(subscriptionId: string): void {
    void action.run(apiErrors(DASHBOARD_MESSAGES.claimFailed), async () => {
      await claimPurchase({ subscriptionId });
      await Promise.all([mutate(), onChanged()]);
      return success(DASHBOARD_MESSAGES.claimed);
    });
  }

  return (
    <div>
      <OutcomeNote outcome={action.outcome} />
      {purchases.map((purchase, index) => (
        <section
          key={purchase.subscription_id}
          aria-label="A purchase with your address"
          className="mb-6 bg-foam p-[clamp(1.25rem,1rem+1.5vw,2.25rem)]"
        >
          <h2 className="text-2xl">Is this yours?</h2>
          <p className="measure mt-3 text-ink-soft">{describe(purchase)}</p>
          <p className="measure mt-3 text-ink-soft">
            If it is, add it to your account. If you don’t recognise it, leave it: someone mistyped
            an address, and you won’t be charged.
          </p>
          <Button
            variant={index === 0 ? variantOf("claim") : "secondary"}
            className="mt-5"
            disabled={action.isRunning}
            onClick={() => claim(purchase.subscription_id)}
          >
            Yes, this is mine
          </Button>
        </section>
      ))}
    </div>
  );
}

function describe(purchase: UnclaimedPurchase): string {
  const plan = planOf(purchase.price_id);
  const bought = plan === null ? "a subscription" : `the ${plan.name}`;
  const card = cardName(purchase.payment_method_brand, purchase.payment_method_last4);
  const paidBy = card === null ? "" : `, paid by ${card}`;
  return `Someone bought ${bought} with your email address on ${formatLongDay(isoOf(purchase.bought_at))}${paidBy}, without signing in.`;
}

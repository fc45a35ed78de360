import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { ManageCard } from "../../dashboard-cards/manage-card.tsx";

export function ComeBack({
  details,
  isMain,
}: {
  details: SubscriptionDetails | null;
  isMain: boolean;
}) {
  const variant = isMain ? "primary" : "secondary";
  const { percentOff, months, code } = COMEBACK_OFFER;
  return details?.can_use_comeback_code ? (
    <ManageCard
      title="Come back any time"
      actions={
        <ButtonLink href={`${paths.checkout}?code=${code}`} variant={variant} arrow>
          {`Come back with ${percentOff}% off`}
        </ButtonLink>
      }
    >
      <p className="mt-3 text-sm text-ink-soft">
        {`Your first ${months} months back cost ${percentOff}% less. The code ${code} is filled in for you.`}
      </p>
    </ManageCard>
  ) : (
    <ManageCard
      title="Start again"
      actions={
        <ButtonLink href={paths.checkout} variant={variant} arrow>
          Choose a plan
        </ButtonLink>
      }
    />
  );
}

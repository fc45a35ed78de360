import type { ReactNode } from "react";
import { formatGbp } from "#contracts/money.ts";
import { withVat } from "../../content/promises.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";

export type Badge = { readonly tone: "good" | "waiting"; readonly label: string };

/** @param pricePence next payment; null when there is none, or not known yet */
export function SubscriptionCard({
  title = "Current Subscription",
  plan,
  pricePence,
  priceNote = "a month",
  badge,
  children,
}: {
  title?: string;
  plan: string;
  pricePence: number | null;
  priceNote?: string;
  /** Null where a sentence of the card names the status. */
  badge: Badge | null;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby="subscription"
      data-tone="tide"
      className="bg-tide p-6 text-on-tide sm:p-7"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2
          id="subscription"
          tabIndex={-1}
          className="font-text text-sm font-semibold text-on-tide-soft"
        >
          {title}
        </h2>
        {badge !== null && <StatusBadge tone={badge.tone}>{badge.label}</StatusBadge>}
      </div>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <p className="font-display text-2xl font-bold">{plan}</p>
        {pricePence !== null && (
          <p className="tabular">
            <strong className="font-display text-xl">{formatGbp(pricePence)}</strong>
            <span className="ml-2 text-sm text-on-tide-soft">{withVat(priceNote)}</span>
          </p>
        )}
      </div>
      {children}
    </section>
  );
}

export function BillingLine({ children }: { children: ReactNode }) {
  return (
    <p className="tabular mt-4 border-t border-tide-rule pt-4 text-on-tide-soft">{children}</p>
  );
}

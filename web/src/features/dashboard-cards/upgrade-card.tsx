import type { ReactNode } from "react";
import type { Plan } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { withVat } from "../../content/promises.ts";

type UpgradeCardProps = {
  from: Plan;
  to: Plan;
  note?: string;
  action: ReactNode;
};

export function UpgradeCard({ from, to, note, action }: UpgradeCardProps) {
  return (
    <section aria-labelledby="upgrade" className="bg-foam p-6 sm:p-7">
      {note !== undefined && <p className="text-ink-soft">{note}</p>}
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <div>
          <h2 id="upgrade" className="text-2xl">
            From {from.postsPerMonth} posts a month to {to.postsPerMonth}.
          </h2>
          <p className="mt-3 text-ink-soft">
            The {to.name} at {withVat(`${formatGbp(to.pricePence)} a month`)}.
          </p>
        </div>
        {action}
      </div>
    </section>
  );
}

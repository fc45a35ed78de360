/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { DAY_MS } from "#contracts/durations.ts";
import type { Funnel } from "#db/ops/get-overview.ts";
import { Heads } from "../layout/heads.tsx";

/** UTC days, today included. */
export const FUNNEL_DAYS = [7, 28] as const;

const STEPS: Readonly<Record<keyof Funnel, string>> = {
  visits: "Visits",
  pricing: "Views of the pricing page",
  checkout: "Views of the checkout page",
  started: "Buyers who opened a checkout",
  paid: "Buyers who paid",
  trials: "Free trials asked for",
  enquiries: "Other enquiries",
};

export function firstDayOf(days: number, now: Date): string {
  return new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}

export const FunnelTable: FC<{ funnels: readonly Funnel[] }> = ({ funnels }) => (
  <>
    <table class="small">
      <Heads
        caption="Visits and sales"
        of={["Step", ...FUNNEL_DAYS.map((days) => `${String(days)} days`)]}
      />
      <tbody>
        {(Object.keys(STEPS) as (keyof Funnel)[]).map((step) => (
          <tr key={step}>
            <th scope="row">{STEPS[step]}</th>
            {FUNNEL_DAYS.map((days, index) => (
              <td key={days} class="figures">
                {funnels[index]?.[step]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <p class="quiet">
      A visit begins outside the site. Visits and views count browsers that run the site’s script
      and don’t ask us not to; a bot that does counts too.
    </p>
  </>
);

import { formatGbp } from "#contracts/money.ts";
import { CAMPAIGNS, type Delivered, ratesOf, totalOf } from "../content/campaigns.ts";
import { noteOf } from "../content/claims.ts";
import { EXHIBITS, isShown } from "../content/exhibits.ts";
import { formatDay } from "../lib/dates.ts";
import { formatShare, formatWhole } from "../lib/numbers.ts";
import { TableScroller } from "../ui/table-scroller.tsx";
import { Tag } from "../ui/tag.tsx";

const COLUMNS = ["Amount Spent", "Impressions", "CPM", "Clicks", "CTR", "CPC"];

export function CampaignResults() {
  if (!isShown(EXHIBITS.campaignTable)) return null;
  const note = noteOf(EXHIBITS.campaignTable);
  return (
    <section aria-labelledby="campaign-results" data-tone="tide" className="bg-tide text-on-tide">
      <div className="page-width section-space">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
          <h2 id="campaign-results" className="text-3xl">
            {note === "" ? "Real Campaign Results" : "Campaign Results"}
          </h2>
          <p className="max-w-80 text-on-tide-soft">
            Campaign names are hidden for client privacy.{" "}
            <Tag>{noteOf(EXHIBITS.campaignTable)}</Tag>
          </p>
        </div>
        <TableScroller label="Table of campaign results" hint="md:hidden" className="mt-10">
          <table className="tabular w-full min-w-170 text-right max-lg:text-sm">
            <caption className="sr-only">
              Spend, reach and cost of five campaigns and in all
            </caption>
            <thead>
              <tr className="border-b-2 border-on-tide text-sm">
                <th scope="col" className="py-3 pr-4 text-left">
                  Status
                </th>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className="py-3 pl-4">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {CAMPAIGNS.map((campaign) => (
                <tr key={campaign.id} className="border-b border-tide-rule">
                  <th scope="row" className="py-4 pr-4 text-left font-normal">
                    {campaign.endedOn === null ? "Ongoing" : `Ended ${formatDay(campaign.endedOn)}`}
                  </th>
                  <Cells delivered={campaign} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="border-t-2 border-persimmon font-bold">
                <th scope="row" className="py-4 pr-4 text-left">
                  Total
                </th>
                <Cells delivered={totalOf(CAMPAIGNS)} />
              </tr>
            </tfoot>
          </table>
        </TableScroller>
      </div>
    </section>
  );
}

function Cells({ delivered }: { delivered: Delivered }) {
  const rates = ratesOf(delivered);
  const cells = [
    formatGbp(delivered.spentPence),
    formatWhole(delivered.impressions),
    formatGbp(rates.cpmPence),
    formatWhole(delivered.clicks),
    formatShare(rates.clickRate),
    formatGbp(rates.cpcPence),
  ];
  return cells.map((cell, index) => (
    <td key={COLUMNS[index]} className="py-4 pl-4">
      {cell}
    </td>
  ));
}

import type { PlanChangePreview } from "#contracts/api/plan-change.ts";
import { formatGbp } from "#contracts/money.ts";
import { VAT_NOTE } from "../../../content/promises.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import {
  changeLines,
  isNextPaymentReduced,
  type Line,
  servicesLost,
} from "../describe-plan-change.ts";

export function PlanChangeLines({ preview }: { preview: PlanChangePreview }) {
  const { when, next_payment_pence: pence, later_payments: later, replaces } = preview;
  const lost = servicesLost(preview);
  const from = when === "now" ? "now" : "then";
  return (
    <section
      aria-labelledby="changes"
      data-tone="tide"
      className="bg-tide p-6 text-on-tide sm:p-10"
    >
      <h2 id="changes" className="text-2xl">
        What changes
      </h2>
      <ul className="tabular mt-6">
        {changeLines(preview).map((line) => (
          <ChangeLine
            key={`${line.priceId} ${line.kind}`}
            line={line}
            pence={preview.prices[line.priceId]}
          />
        ))}
        {preview.others.map(({ name, pence: price }) => (
          <ChangeLine key={name} line={{ name, kind: "stays" }} pence={price} />
        ))}
      </ul>
      {lost.length > 0 && (
        <p className="mt-4 text-on-tide-soft">{`What you’d lose: ${lost.join(", ")}.`}</p>
      )}
      <p className="sum-line tabular">
        <span>{`Each month from ${from} on`}</span>
        <strong className="font-display text-2xl">{formatGbp(pence)}</strong>
        <span className="w-full text-right text-(length:--text-sm) text-ink-soft">{VAT_NOTE}</span>
      </p>
      {later.map((payment) => (
        <p key={payment.at} className="sum-line tabular">
          <span>{`From ${formatLongDay(isoOf(payment.at))}`}</span>
          <strong className="font-display text-xl">{formatGbp(payment.pence)}</strong>
        </p>
      ))}
      {isNextPaymentReduced(preview) && (
        <p className="mt-4 text-on-tide-soft">
          Your discounts and any credit are already taken off these figures.
        </p>
      )}
      {replaces !== null && (
        <p className="tide-notice">{`This replaces the change you’d booked, to ${replaces}.`}</p>
      )}
    </section>
  );
}

const MARKS = { stays: "Keep", comes: "Add", goes: "Remove" } as const;

function ChangeLine({
  line: { name, kind },
  pence,
}: {
  line: Omit<Line, "priceId">;
  pence: number | undefined;
}) {
  return (
    <li
      data-change={kind}
      className="flex items-baseline gap-x-4 border-t border-rule max-[20rem]:flex-wrap py-3 *:last:ml-auto *:last:whitespace-nowrap"
    >
      <span className="w-16 flex-none text-(length:--text-sm) text-ink-soft in-data-[change=comes]:font-semibold in-data-[change=comes]:text-inherit">
        {MARKS[kind]}
      </span>
      <span>{kind === "goes" ? <s>{name}</s> : name}</span>
      <span>
        {pence === undefined ? "" : kind === "goes" ? <s>{formatGbp(pence)}</s> : formatGbp(pence)}
      </span>
    </li>
  );
}

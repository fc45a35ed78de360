import type { PlanChangePreview } from "#contracts/api/plan-change.ts";
import { priceSumPence } from "#contracts/billing/plan-change.ts";
import { formatGbp } from "#contracts/money.ts";
import { VAT_NOTE } from "../../../content/promises.ts";
import { changeLines, type Line } from "../describe-plan-change.ts";
import { priceNames } from "../price-names.ts";

export function PlanChangeLines({ preview }: { preview: PlanChangePreview }) {
  const { when, to, replaces } = preview;
  return (
    <section
      aria-labelledby="changes"
      data-tone="tide"
      className="bg-tide p-6 text-on-tide sm:p-10"
    >
      <h2 id="changes" className="text-2xl">
        What changes
      </h2>
      <ul className="customer-lines tabular">
        {changeLines(preview).map((line) => (
          <ChangeLine key={`${line.name} ${line.is}`} line={line} />
        ))}
      </ul>
      <p className="customer-total tabular">
        <span>{when === "now" ? "Each month from now on" : "Each month from then on"}</span>
        <strong className="font-display text-2xl">{formatGbp(priceSumPence(to))}</strong>
        <span className="customer-vat">{VAT_NOTE}</span>
      </p>
      {replaces !== null && (
        <p className="customer-notice">
          {`This takes the place of the change that you had booked, to ${priceNames(replaces)}.`}
        </p>
      )}
    </section>
  );
}

const MARKS = { stays: "Stays", comes: "New", goes: "Goes" } as const;

function ChangeLine({ line: { name, pence, is } }: { line: Line }) {
  return (
    <li data-change={is}>
      <span className="customer-mark">{MARKS[is]}</span>
      <span>{is === "goes" ? <s>{name}</s> : name}</span>
      <span>
        {pence === null ? "" : is === "goes" ? <s>{formatGbp(pence)}</s> : formatGbp(pence)}
      </span>
    </li>
  );
}

/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { Attention } from "#db/ops/count-attention.ts";
import { Count } from "../events/event-filters.tsx";
import { eventListUrl } from "../events/list-query.ts";
import { paths } from "../paths.ts";

/** What only an operator can settle; what the worker settles by itself is further down the page. */
export const NeedsOperator: FC<{ attention: Attention; latePromises: number }> = ({
  attention,
  latePromises,
}) => {
  const rows = [
    { label: "Failed events", count: attention.failed, href: eventListUrl({ state: "failed" }) },
    { label: "Stuck events", count: attention.stuck, href: eventListUrl({ state: "stuck" }) },
    {
      label: "Refunds to decide",
      count: attention.refunds,
      href: eventListUrl({ view: "refunds" }),
    },
    { label: "Disputes to answer", count: attention.disputes, href: paths.disputes },
    { label: "Promises that are late", count: latePromises, href: paths.promises },
    { label: "Comments to answer", count: attention.comments, href: `${paths.content}#comments` },
  ].filter(({ count }) => count > 0);
  return rows.length === 0 ? (
    <p>Nothing.</p>
  ) : (
    <ul class="waiting">
      {rows.map(({ label, count, href }) => (
        <li key={label}>
          <a href={href}>{label}</a> <Count of={count} />
        </li>
      ))}
    </ul>
  );
};

/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { InvariantCheck } from "#db/invariants/list-invariant-checks.ts";
import type { InvariantExample } from "#db/schema/invariants.ts";
import { VIOLATION_LABELS } from "../../alerts/violation-labels.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { paths } from "../paths.ts";

export const Invariants: FC<{ checks: readonly InvariantCheck[] }> = ({ checks }) => {
  const oldest = checks.map(({ checkedAt }) => checkedAt).toSorted()[0];
  const violated = checks.filter(({ violations }) => violations > 0);
  if (oldest === undefined) return <p>Not checked yet.</p>;
  return (
    <>
      {violated.length === 0 ? (
        <p>All {checks.length} hold.</p>
      ) : (
        <ul class="log">
          {violated.map(({ invariant, violations, examples }) => (
            <li key={invariant}>
              <p>
                <strong>{VIOLATION_LABELS[invariant]}</strong>: {violations} found.
              </p>
              <p class="quiet">
                {examples.map((example, index) => {
                  const { href, label } = linkOf(example);
                  return (
                    <>
                      {index > 0 && ", "}
                      <a href={href}>{label}</a>
                    </>
                  );
                })}
              </p>
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">
        Checked each hour, last at <TimeLabel iso={oldest} />.
      </p>
    </>
  );
};

function linkOf({ id, customerId }: InvariantExample): { href: string; label: string } {
  if (customerId !== null) return { href: paths.customer(customerId), label: id };
  return id.startsWith("evt_")
    ? { href: paths.event(id), label: id }
    : { href: paths.promise(Number(id)), label: `promise ${id}` };
}

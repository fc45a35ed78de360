/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { InvariantCheck } from "#db/invariants/list-invariant-checks.ts";
import type { InvariantExample } from "#db/schema/invariants.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { paths } from "../paths.ts";
import { VIOLATION_LABELS } from "./violation-labels.ts";

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
                {examples.map((example, index) => (
                  <>
                    {index > 0 && ", "}
                    <a href={pageOf(example)}>{example.id}</a>
                  </>
                ))}
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

function pageOf({ id, customerId }: InvariantExample): string {
  if (customerId !== null) return paths.customer(customerId);
  return id.startsWith("evt_") ? paths.event(id) : paths.promise(Number(id));
}

/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { Failure } from "#db/ops/find-failed-events.ts";
import { effectLabel } from "../../event-labels.ts";
import { RowLink } from "../layout/table.tsx";

export const Failures: FC<{
  failures: readonly Failure[];
  urlOf: (failure: Pick<Failure, "effect" | "error">) => string;
}> = ({ failures, urlOf }) => (
  <ul class="log">
    {failures.map(({ effect, error, events }) => (
      <li key={`${effect} ${error}`}>
        <RowLink href={urlOf({ effect, error })} of={error ?? "without an error"}>
          {effect === null ? "Event without effects" : effectLabel(effect)}:{" "}
          <span class="figures">{String(events)}</span>
        </RowLink>
        {error === null ? null : <code class="hint why">{error}</code>}
      </li>
    ))}
  </ul>
);

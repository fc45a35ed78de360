/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { PROMISES } from "#contracts/promises.ts";
import type { PromiseRow } from "#db/promises/find-promises.ts";
import { paths } from "../paths.ts";
import { DueLabel, PromiseStateBadge } from "./promise-state.tsx";

export const EventPromises: FC<{ promises: readonly PromiseRow[]; now: Date }> = ({
  promises,
  now,
}) =>
  promises.length === 0 ? null : (
    <section>
      <h2>Promised to the customer</h2>
      <ul class="log">
        {promises.map((promise) => (
          <li key={promise.id}>
            <p>
              <a href={paths.promise(promise.id)}>{PROMISES[promise.rule].text}</a>{" "}
              <PromiseStateBadge promise={promise} now={now} />
            </p>
            <p class="figures">
              Due <DueLabel promise={promise} now={now} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );

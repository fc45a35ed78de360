/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { DAY_MS } from "#contracts/durations.ts";
import { PROMISES } from "#contracts/promises.ts";
import { spanShort } from "#contracts/spans.ts";
import {
  getPromiseFigures,
  type PromiseFigures,
  listKeptPromises,
  listOpenPromises,
  type PromiseRow,
} from "#db/promises/find-promises.ts";
import { newRoutes, type OpsDeps, useSignedIn } from "../env.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { FlashMessage } from "../layout/flash-message.tsx";
import { ActionForm } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { Report, RowLink, Table } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { customerKeyOf, KEPT_BY_OPERATOR, whoOf } from "./promise-labels.ts";
import { DueLabel, KeepButtons, PromiseLink, PromiseStateBadge } from "./promise-state.tsx";
import { FLASH_TEXTS } from "./promise.tsx";

const DAYS = 30;
const ROWS_MAX = 200;
/** A median of fewer says more about chance than about a person. */
const PERSON_MIN = 10;

export function promiseListRoutes({ db, now }: OpsDeps) {
  return newRoutes().get("/", async (c) => {
    const at = now();
    const window = {
      at: at.toISOString(),
      since: new Date(at.getTime() - DAYS * DAY_MS).toISOString(),
    };
    const [late, next, kept, figures] = await Promise.all([
      listOpenPromises(db, { at: window.at, isLate: true, limit: ROWS_MAX }),
      listOpenPromises(db, { at: window.at, isLate: false, limit: ROWS_MAX }),
      listKeptPromises(db, { since: window.since, limit: ROWS_MAX }),
      getPromiseFigures(db, window),
    ]);
    return c.render(
      <Page title="Promises" current="promises">
        <FlashMessage texts={FLASH_TEXTS} />
        <Section title="Late" rows={late} now={at} />
        <Section title="Next" rows={next} now={at} />
        <Section title={`Kept in the last ${String(DAYS)} days`} rows={kept} now={at} />
        <div class="halves">
          <section>
            <h2>Time to keep them</h2>
            <Rules figures={figures} />
            <p class="quiet">
              {`Promises that began in the last ${String(DAYS)} days. Open ones count with their age, released ones do not count.`}
            </p>
          </section>
          <section>
            <h2>By person</h2>
            <People figures={figures} />
          </section>
        </div>
      </Page>,
    );
  });
}

type Rows = { rows: readonly PromiseRow[]; now: Date };

const Section: FC<Rows & { title: string }> = ({ title, rows, now }) => (
  <section>
    <h2>
      {title}
      {rows.length === 0 ? null : (
        <>
          {" "}
          <span class="count">
            {rows.length === ROWS_MAX ? `first ${String(ROWS_MAX)}` : rows.length}
          </span>
        </>
      )}
    </h2>
    {rows.length === 0 ? <p>None.</p> : <PromiseTable rows={rows} now={now} />}
  </section>
);

const PromiseTable: FC<Rows> = ({ rows, now }) => (
  <Table caption="Promises" heads={["Promise", "Due", "State", "Began", "Kept"]}>
    {rows.map((row) => (
      <tr key={row.id}>
        <th scope="row">
          <PromiseLink promise={row} />
          <span class="why quiet">
            <RowLink href={paths.customer(customerKeyOf(row))} id={customerKeyOf(row)}>
              {whoOf(row, { isRevealed: false })}
            </RowLink>
          </span>
        </th>
        <td class="figures">
          due <DueLabel promise={row} now={now} />
        </td>
        <td>
          <PromiseStateBadge promise={row} now={now} />
        </td>
        <td class="figures">
          <span class="quiet">
            since <TimeLabel iso={row.startedAt} />
          </span>
        </td>
        <td class="figures">
          <KeepForm promise={row} />
          {row.keptAt === null ? null : (
            <span class="why">
              kept <TimeLabel iso={row.keptAt} />
              {row.keptBy === null ? null : <span class="quiet">, {row.keptBy}</span>}
            </span>
          )}
        </td>
      </tr>
    ))}
  </Table>
);

const KeepForm: FC<{ promise: PromiseRow }> = ({ promise }) => {
  const { mayAct } = useSignedIn();
  const isOpen = promise.keptAt === null && promise.releasedAt === null;
  if (!mayAct || !isOpen || KEPT_BY_OPERATOR[promise.rule] === null) return null;
  return (
    <ActionForm class="row-actions" action={paths.keepPromise(promise.id)} seen={{ from: "list" }}>
      <KeepButtons rule={promise.rule} />
    </ActionForm>
  );
};

const Rules: FC<{ figures: PromiseFigures }> = ({ figures: { rules } }) => (
  <Report
    caption="Time to keep them"
    unseen="Promise"
    heads={["Began", "Late", "Median", "95 %"]}
    rows={rules.map(({ rule, count, missed, medianS, p95S }) => [
      PROMISES[rule].text,
      count,
      missed,
      spanShort(medianS),
      spanShort(p95S),
    ])}
    none="None began."
  />
);

const People: FC<{ figures: PromiseFigures }> = ({ figures: { people } }) => (
  <Report
    caption="By person"
    unseen="Person"
    heads={["Kept", "Late", "Median", "95 %"]}
    rows={people.map(({ name, count, missed, medianS, p95S }) => [
      name,
      count,
      missed,
      count < PERSON_MIN ? "–" : spanShort(medianS),
      count < PERSON_MIN ? "–" : spanShort(p95S),
    ])}
    none="Nobody has kept one yet."
  />
);

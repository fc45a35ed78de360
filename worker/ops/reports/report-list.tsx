/** @jsxImportSource hono/jsx */
import type { Context } from "hono";
import type { FC } from "hono/jsx";
import { inText, TERMS } from "#contracts/terms.ts";
import type { DueReport } from "#db/ops/list-reports.ts";
import { displayName } from "../customers/redact.ts";
import type { OpsEnv } from "../env.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { Heads } from "../layout/heads.tsx";
import { page } from "../layout/page.tsx";
import { paths } from "../paths.ts";

export function reportListPage(c: Context<OpsEnv>, due: readonly DueReport[], now: string) {
  return page(
    c,
    { title: "Reports", current: "content" },
    <>
      <p class="kicker">
        <a href={paths.content}>Content</a>
      </p>
      <h1>Reports</h1>
      <section>
        <h2>{`Due within ${inText(TERMS.report)}`}</h2>
        {due.length === 0 ? (
          <p>None.</p>
        ) : (
          <table>
            <Heads caption="Due reports" of={["Customer", "Due", "State"]} />
            <tbody>
              {due.map((row) => (
                <tr key={row.userId}>
                  <th scope="row">
                    <a href={paths.report(row.userId, row.number)}>
                      {displayName(row, { isRevealed: false })}
                    </a>
                    <span class="quiet why">{`Report ${String(row.number)}`}</span>
                  </th>
                  <td>
                    <TimeLabel iso={row.dueAt} />
                  </td>
                  <td>
                    <DueState row={row} now={now} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>,
  );
}

const DueState: FC<{ row: DueReport; now: string }> = ({ row, now }) => {
  if (row.isPublished) return <span class="state completed">Published</span>;
  if (row.dueAt < now) return <span class="state failed">Late</span>;
  return <span class="state open">{row.hasDraft ? "Draft" : "To write"}</span>;
};

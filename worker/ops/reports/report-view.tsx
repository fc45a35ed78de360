/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { POST_FORMATS } from "#contracts/content/posts.ts";
import { bestPostOf, METRICS, type PlatformFigures } from "#contracts/content/report-figures.ts";
import { bestPostLabel, changeLabel, figureLabel } from "#contracts/messages/reports.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import type { LivePostRow } from "#db/content/find-reports.ts";
import type { DueReport } from "#db/ops/list-reports.ts";
import { displayName } from "../customers/redact.ts";
import type { OpsContext } from "../env.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { Page } from "../layout/page.tsx";
import { Report, RowLink, Table } from "../layout/table.tsx";
import { paths } from "../paths.ts";

export const ReportPreview: FC<{
  words: string;
  figures: readonly PlatformFigures[];
  posts: readonly LivePostRow[];
}> = ({ words, figures, posts }) => (
  <>
    <p class="said">{words === "" ? "(no words yet)" : words}</p>
    <Best figures={figures} posts={posts} />
    {figures.map(({ platform, source, days, metrics }) => (
      <section key={platform}>
        <h3>{PLATFORMS[platform]}</h3>
        <Report
          caption={PLATFORMS[platform]}
          heads={["Figure", "Now", "Before", "Change"]}
          rows={metrics.map((figure) => [
            METRICS[figure.metric],
            figureLabel(figure.value),
            figureLabel(figure.previous),
            changeLabel(figure),
          ])}
        />
        <p class="quiet why">{`${source}, ${String(days)} days`}</p>
      </section>
    ))}
    <LivePosts posts={posts} />
  </>
);

const Best: FC<{ figures: readonly PlatformFigures[]; posts: readonly LivePostRow[] }> = ({
  figures,
  posts,
}) => {
  const best = bestPostOf(figures);
  const post = posts.find(({ id }) => id === best?.postId);
  if (best === null || post === undefined) return null;
  return (
    <p>
      <strong>{`Best post: ${bestPostLabel(best)}`}</strong>
      <span class="quiet why">{post.text}</span>
    </p>
  );
};

export const LivePosts: FC<{ posts: readonly LivePostRow[] }> = ({ posts }) => (
  <section>
    <h3>{`Went live (${String(posts.length)})`}</h3>
    {posts.length === 0 ? (
      <p>Nothing went live in these days.</p>
    ) : (
      <ul class="log">
        {posts.map(({ id, format, text, publishedOn, publications }) => (
          <li key={id}>
            <span class="why">{text}</span>
            <span class="quiet">
              {`${POST_FORMATS[format]}, ${publishedOn}`}
              {publications.map(({ platform, url }) => (
                <>
                  {" "}
                  <RowLink href={url} rel="noreferrer" of={publishedOn} id={id}>
                    {PLATFORMS[platform]}
                  </RowLink>
                </>
              ))}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

export function reportListPage(c: OpsContext, due: readonly DueReport[], now: string) {
  return c.render(
    <Page title="Reports" current="content" kicker={<a href={paths.content}>Content</a>}>
      <section>
        <h2>{`Due within ${inText(TERMS.report)}`}</h2>
        {due.length === 0 ? (
          <p>None.</p>
        ) : (
          <Table caption="Due reports" heads={["Customer", "Due", "State"]}>
            {due.map((row) => (
              <tr key={row.userId}>
                <th scope="row">
                  <RowLink href={paths.report(row.userId, row.number)} id={row.userId}>
                    {displayName(row)}
                  </RowLink>
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
          </Table>
        )}
      </section>
    </Page>,
  );
}

const DueState: FC<{ row: DueReport; now: string }> = ({ row, now }) => {
  if (row.isPublished) return <span class="state completed">Published</span>;
  if (row.dueAt < now) return <span class="state failed">Late</span>;
  return <span class="state open">{row.hasDraft ? "Draft" : "To write"}</span>;
};

/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { POST_FORMATS } from "#contracts/content/posts.ts";
import { bestPostOf, METRICS, type PlatformFigures } from "#contracts/content/report-figures.ts";
import { bestPostLabel, changeLabel, figureLabel } from "#contracts/messages/reports.ts";
import type { LivePostRow } from "#db/content/find-reports.ts";
import { Heads } from "../layout/heads.tsx";

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
        <table class="small report figures">
          <Heads caption={PLATFORMS[platform]} of={["Figure", "Now", "Before", "Change"]} />
          <tbody>
            {metrics.map((figure) => (
              <tr key={figure.metric}>
                <th scope="row">{METRICS[figure.metric]}</th>
                <td>{figureLabel(figure.value)}</td>
                <td>{figureLabel(figure.previous)}</td>
                <td>{changeLabel(figure)}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
                  <a href={url} rel="noreferrer">
                    {PLATFORMS[platform]}
                  </a>
                </>
              ))}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

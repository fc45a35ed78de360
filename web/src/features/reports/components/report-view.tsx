import type { Report } from "#contracts/api/content/reports.ts";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { POST_FORMATS } from "#contracts/content/posts.ts";
import { barsOf, type Figure, METRICS } from "#contracts/content/report-figures.ts";
import { changeLabel, figureLabel } from "#contracts/messages/reports.ts";
import { formatDayOfYear, formatLongDay } from "../../../lib/dates.ts";
import { Button } from "../../../ui/button.tsx";
import { Portrait } from "../../dashboard-cards/portrait.tsx";

export function ReportView({ report }: { report: Report }) {
  const { figures, posts, revision, publishedAt, words, accountManager } = report;
  return (
    <article>
      {revision > 1 && (
        <p className="report-corrected">
          We corrected this report on {formatLongDay(publishedAt)}.
        </p>
      )}
      <p className="report-words">{words}</p>
      {accountManager !== null && (
        <div className="report-manager">
          <Portrait {...accountManager} size="small" />
          <p className="report-source">Your account manager: {accountManager.name}</p>
        </div>
      )}
      <Button variant="secondary" className="report-print no-print" onClick={() => window.print()}>
        Print
      </Button>
      <Hatching />
      {figures.map(({ platform, source, days, metrics }) => (
        <section key={platform} aria-labelledby={`report-${platform}`} className="report-part">
          <h2 id={`report-${platform}`} className="text-xl">
            {PLATFORMS[platform]}
          </h2>
          <table className="report-figures">
            <thead>
              <tr>
                <th scope="col">Figure</th>
                <th scope="col">Now</th>
                <th scope="col">Before</th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              {metrics.map((figure) => (
                <tr key={figure.metric}>
                  <th scope="row">
                    {METRICS[figure.metric]}
                    <Bars figure={figure} />
                  </th>
                  <td>{figureLabel(figure.value)}</td>
                  <td>{figureLabel(figure.previous)}</td>
                  <td>{changeLabel(figure)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="report-source">
            Source: {source}. Figures of {days} days; a dash is a figure we don’t have.
          </p>
        </section>
      ))}
      <section aria-labelledby="report-posts" className="report-part">
        <h2 id="report-posts" className="text-xl">
          What went live ({posts.length})
        </h2>
        {posts.length === 0 ? (
          <p className="report-source">Nothing went live in this period.</p>
        ) : (
          <ul className="report-list">
            {posts.map(({ id, format, text, publishedOn, publications, picture }) => (
              <li key={id} className="report-post">
                {picture !== null && (
                  <img
                    src={picture.url}
                    width={picture.width}
                    height={picture.height}
                    alt={picture.alt}
                    className="report-picture"
                  />
                )}
                <p className="report-source">
                  {POST_FORMATS[format]} · {formatDayOfYear(publishedOn)}
                </p>
                <p>{text}</p>
                <p>
                  {publications.map(({ platform, url }) => (
                    <a key={platform} href={url} rel="noreferrer" className="text-link report-live">
                      See it on {PLATFORMS[platform]}
                    </a>
                  ))}
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </article>
  );
}

const BAR_HEIGHT = 8;
const HATCHING = "report-hatching";

/** Tells this period's bars apart on paper without colours. */
function Hatching() {
  return (
    <svg aria-hidden="true" className="sr-only">
      <pattern id={HATCHING} width="1.5" height={BAR_HEIGHT} patternUnits="userSpaceOnUse">
        <rect width="0.4" height={BAR_HEIGHT} className="report-hatch" />
      </pattern>
    </svg>
  );
}

/** This period as a bar, the one before as an outline; the row says the same in numbers. */
function Bars({ figure }: { figure: Figure }) {
  const bars = barsOf(figure);
  if (bars === null) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 100 ${BAR_HEIGHT}`}
      preserveAspectRatio="none"
      className="report-bars"
    >
      <rect width={bars.value} height={BAR_HEIGHT} className="report-bar" />
      <rect width={bars.value} height={BAR_HEIGHT} fill={`url(#${HATCHING})`} />
      {bars.previous > 0 && (
        <rect width={bars.previous} height={BAR_HEIGHT} className="report-bar-before" />
      )}
    </svg>
  );
}

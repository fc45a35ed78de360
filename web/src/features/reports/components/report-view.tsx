import type { Report } from "#contracts/api/content/reports.ts";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { POST_FORMATS } from "#contracts/content/posts.ts";
import {
  barsOf,
  bestFigures,
  type Figure,
  METRICS,
  monthsOf,
} from "#contracts/content/report-figures.ts";
import { periodLabel } from "#contracts/content/report-period.ts";
import { changeLabel, figureLabel } from "#contracts/messages/reports.ts";
import { formatDayOfYear, formatLongDay } from "../../../lib/dates.ts";
import { Button } from "../../../ui/button.tsx";
import { Wordmark } from "../../../ui/wordmark.tsx";
import { Portrait } from "../../dashboard-cards/portrait.tsx";

const CELL = "border-b border-rule py-2.5 pl-3 text-right align-top whitespace-nowrap";
/** Inside a part, whose children otherwise have no space above them on wide screens. */
const SOURCE = "mt-2! max-w-192 text-(length:--text-sm) wrap-anywhere text-ink-soft";
const NAME = "w-1/2 border-b border-rule py-2.5 text-left align-top";
const HEAD = "text-(length:--text-sm) text-ink-soft";

export function ReportView({ report }: { report: Report }) {
  const { figures, posts, revision, publishedAt, words, accountManager } = report;
  return (
    <article>
      <header className="mb-8 hidden items-baseline justify-between border-b-2 border-ink pb-3 print:flex">
        <Wordmark />
        <p>
          {report.businessName !== null && <strong>{report.businessName}, </strong>}
          {periodLabel(report)}
        </p>
      </header>
      {revision > 1 && (
        <p className="mb-6 border-l-3 border-persimmon pl-3">
          We corrected this report on {formatLongDay(publishedAt)}.
        </p>
      )}
      <p className="max-w-168 text-(length:--text-xl) leading-[1.4] whitespace-pre-wrap wrap-anywhere">
        {words}
      </p>
      <BestFigures report={report} />
      {accountManager !== null && (
        <div className="mt-4 flex items-center gap-4">
          <Portrait {...accountManager} size="small" />
          <p className="max-w-192 text-(length:--text-sm) text-ink-soft wrap-anywhere">
            Your account manager: {accountManager.name}
          </p>
        </div>
      )}
      <Button variant="secondary" className="mt-6 no-print" onClick={() => window.print()}>
        Print
      </Button>
      <Hatching />
      {figures.map(({ platform, source, days, metrics }) => (
        <section key={platform} aria-labelledby={`report-${platform}`} className="report-part">
          <h2 id={`report-${platform}`} className="text-xl">
            {PLATFORMS[platform]}
          </h2>
          <table className="tabular mt-4 w-full max-w-192 lg:mt-0 max-[40rem]:text-(length:--text-sm)">
            <thead>
              <tr>
                <th scope="col" className={`${NAME} ${HEAD} font-semibold`}>
                  Figure
                </th>
                {["Now", "Before", "Change"].map((name) => (
                  <th key={name} scope="col" className={`${CELL} ${HEAD} font-normal`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {metrics.map((figure) => (
                <tr key={figure.metric} className="print:break-inside-avoid">
                  <th scope="row" className={`${NAME} font-semibold`}>
                    {METRICS[figure.metric]}
                    <Bars figure={figure} />
                  </th>
                  <td className={CELL}>{figureLabel(figure.value)}</td>
                  <td className={CELL}>{figureLabel(figure.previous)}</td>
                  <td className={CELL}>{changeLabel(figure)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={SOURCE}>
            Source: {source}. Figures of {days} days; a dash is a figure we don’t have.
          </p>
        </section>
      ))}
      <section aria-labelledby="report-posts" className="report-part">
        <h2 id="report-posts" className="text-xl">
          What went live ({posts.length})
        </h2>
        <ContactSheet posts={posts} />
        {posts.length === 0 ? (
          <p className={SOURCE}>Nothing went live in this period.</p>
        ) : (
          <ul className="mt-4 *:py-2">
            {posts.map(({ id, format, text, publishedOn, publications, picture }) => (
              <li
                key={id}
                className="flow-root max-w-192 border-b border-rule whitespace-pre-wrap wrap-anywhere print:break-inside-avoid"
              >
                {picture !== null && (
                  <img
                    src={picture.url}
                    width={picture.width}
                    height={picture.height}
                    alt={picture.alt}
                    className="float-right my-2 ml-4 h-auto w-30"
                  />
                )}
                <p className={SOURCE}>
                  {POST_FORMATS[format]} · {formatDayOfYear(publishedOn)}
                </p>
                <p>{text}</p>
                <p>
                  {publications.map(({ platform, url }) => (
                    <a
                      key={platform}
                      href={url}
                      rel="noreferrer"
                      className="text-link mr-5 inline-block print:after:content-[':_'_attr(href)]"
                    >
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

const BEST_MAX = 4;

/** The tables below say the same in full. */
function BestFigures({ report: { figures, earlierFigures } }: { report: Report }) {
  const best = bestFigures(figures, BEST_MAX);
  if (best.length < 2) return null;
  return (
    <dl className="tabular mt-6 mb-2 grid grid-cols-2 gap-x-10 gap-y-5 lg:grid-cols-4">
      {best.map((figure) => (
        <div key={figure.metric} className="border-t-2 border-ink pt-3">
          <dt className="text-(length:--text-sm) text-ink-soft">
            {METRICS[figure.metric]} on {PLATFORMS[figure.platform]}
          </dt>
          <dd>
            <strong className="font-display text-3xl">{figureLabel(figure.value)}</strong>
            <span className="block text-(length:--text-sm)">{changeLabel(figure)}</span>
            <Months values={monthsOf(figure, earlierFigures)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const LINE_HEIGHT = 24;
const MONTH_WIDTH = 50;

/** A line from nothing to the highest, so that a small change looks small. */
function Months({ values }: { values: readonly number[] }) {
  const most = Math.max(...values);
  if (values.length < 2 || most <= 0 || Math.min(...values) < 0) return null;
  const points = values.map(
    (value, month) => `${month * MONTH_WIDTH},${LINE_HEIGHT - (value / most) * LINE_HEIGHT}`,
  );
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${(values.length - 1) * MONTH_WIDTH} ${LINE_HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-2 block h-8 w-full overflow-visible border-b border-rule"
      >
        <polyline
          points={points.join(" ")}
          className="fill-none stroke-persimmon [stroke-width:3] [vector-effect:non-scaling-stroke] print:[print-color-adjust:exact]"
        />
      </svg>
      <span className="sr-only">Month by month: {values.map(figureLabel).join(", ")}</span>
    </>
  );
}

/** On one look: all pictures that went live. Their words are in the list below. */
function ContactSheet({ posts }: { posts: Report["posts"] }) {
  const pictures = posts.flatMap(({ id, picture }) => (picture === null ? [] : [{ id, picture }]));
  if (pictures.length < 2) return null;
  return (
    <ul
      aria-hidden="true"
      className="mt-4 mb-2 grid max-w-192 grid-cols-4 gap-2 sm:grid-cols-6 print:grid-cols-4"
    >
      {pictures.map(({ id, picture }) => (
        <li key={id} className="print:break-inside-avoid">
          <img
            src={picture.url}
            alt=""
            loading="lazy"
            className="aspect-4/5 w-full bg-rule object-cover"
          />
        </li>
      ))}
    </ul>
  );
}

const BAR_HEIGHT = 8;
const HATCHING = "report-hatching";

/** Tells this period's bars apart on paper without colours. */
function Hatching() {
  return (
    <svg aria-hidden="true" className="sr-only">
      <pattern id={HATCHING} width="1.5" height={BAR_HEIGHT} patternUnits="userSpaceOnUse">
        <rect width="0.4" height={BAR_HEIGHT} className="fill-paper" />
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
      className="mt-1.5 block h-2.5 w-full overflow-visible"
    >
      <rect
        width={bars.value}
        height={BAR_HEIGHT}
        className="fill-persimmon print:[print-color-adjust:exact]"
      />
      <rect width={bars.value} height={BAR_HEIGHT} fill={`url(#${HATCHING})`} />
      {bars.previous > 0 && (
        <rect
          width={bars.previous}
          height={BAR_HEIGHT}
          className="fill-none stroke-ink [stroke-width:1.5] [vector-effect:non-scaling-stroke]"
        />
      )}
    </svg>
  );
}

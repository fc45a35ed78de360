import type { Report } from "#contracts/api/content/reports.ts";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { frameOf } from "#contracts/content/post-frame.ts";
import { POST_FORMATS } from "#contracts/content/posts.ts";
import {
  barsOf,
  bestFigures,
  bestPostOf,
  type Figure,
  METRICS,
  monthsOf,
} from "#contracts/content/report-figures.ts";
import { periodLabel } from "#contracts/content/report-period.ts";
import { changeLabel, figureLabel } from "#contracts/messages/reports.ts";
import { formatDayOfYear, formatLongDay } from "../../../lib/dates.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { PostFrame } from "../../../ui/post-frame.tsx";
import { Wordmark } from "../../../ui/wordmark.tsx";
import { Portrait } from "../../dashboard-cards/portrait.tsx";

const CELL = "border-b border-rule py-2.5 pl-3 text-right print:py-1.5 align-top whitespace-nowrap";
/** Inside a part, whose children otherwise have no space above them on wide screens. */
const SOURCE = "mt-2! max-w-192 text-(length:--text-sm) wrap-anywhere text-ink-soft";
const NAME = "w-1/2 border-b border-rule py-2.5 text-left print:py-1.5 align-top";
const HEAD = "text-(length:--text-sm) text-ink-soft";

export function ReportHead({ title }: { title: string }) {
  return (
    <header className="page-width pt-[clamp(2rem,1.5rem+2vw,4rem)] pb-2 no-print">
      <PageTitle className="text-2xl">{title}</PageTitle>
    </header>
  );
}

export function ReportView({ report }: { report: Report }) {
  const { figures, posts, revision, publishedAt, words, accountManager, businessName } = report;
  const about = `${businessName === null ? "" : `${businessName}, `}${periodLabel(report)}`;
  return (
    <article className="print:[print-color-adjust:exact]">
      <header className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3 border-b-2 border-ink pb-3">
        <span className="hidden print:inline">
          <Wordmark />
        </span>
        <p className="text-ink-soft wrap-anywhere">{about}</p>
        <button type="button" className="text-link py-2 no-print" onClick={() => window.print()}>
          Print
        </button>
      </header>
      {revision > 1 && (
        <p className="mb-6 border-l-3 border-persimmon pl-3">
          We corrected this report on {formatLongDay(publishedAt)}.
        </p>
      )}
      <p className="max-w-208 font-display text-2xl font-semibold whitespace-pre-wrap wrap-anywhere">
        {words}
      </p>
      {accountManager !== null && (
        <div className="mt-5 flex items-center gap-4">
          <Portrait {...accountManager} size="small" />
          <p className="text-(length:--text-sm) text-ink-soft wrap-anywhere">
            {accountManager.name}, your account manager
          </p>
        </div>
      )}
      <BestFigures report={report} />
      <Best report={report} />
      <section aria-labelledby="report-posts" className="report-part">
        <h2 id="report-posts" className="text-xl">
          What went live ({posts.length})
        </h2>
        {posts.length === 0 ? (
          <p>Nothing went live in this period.</p>
        ) : (
          <ContactSheet posts={posts} />
        )}
      </section>
      <Hatching />
      {figures.map(({ platform, source, days, metrics }) => (
        <section
          key={platform}
          aria-labelledby={`report-${platform}`}
          className="report-part print:break-inside-avoid"
        >
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
    </article>
  );
}

const BEST_MAX = 4;

/** The tables below say the same in full. */
function BestFigures({ report: { figures, earlierFigures } }: { report: Report }) {
  const best = bestFigures(figures, BEST_MAX);
  if (best.length === 0) return null;
  return (
    <dl className="tabular mt-9 grid grid-cols-2 gap-x-10 gap-y-7 lg:grid-cols-4 print:grid-cols-4 print:gap-x-4">
      {best.map((figure) => (
        <div key={figure.metric} className="flex flex-col border-t-2 border-ink pt-3">
          <dt className="flex-1 text-(length:--text-sm) text-ink-soft">
            {METRICS[figure.metric]} on {PLATFORMS[figure.platform]}
          </dt>
          <dd>
            <strong className="font-display text-3xl">{figureLabel(figure.value)}</strong>
            <span className="block min-h-6 text-(length:--text-sm)">{changeLabel(figure)}</span>
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
          className="fill-none stroke-persimmon [stroke-width:3] [vector-effect:non-scaling-stroke]"
        />
      </svg>
      <span className="mt-1 flex justify-between text-xs text-ink-soft">
        <span className="sr-only">Month by month: </span>
        {values.map((value, month) => (
          // oxlint-disable-next-line react/no-array-index-key -- a month has its place and nothing else
          <span key={month}>{figureLabel(value)}</span>
        ))}
      </span>
    </>
  );
}

/** Nothing when nobody named it. */
function Best({ report: { figures, posts, businessName } }: { report: Report }) {
  const best = bestPostOf(figures);
  const post = posts.find(({ id }) => id === best?.postId);
  if (best === null || post === undefined) return null;
  const { platform, metric, value } = best;
  const { picture } = post;
  const frame = frameOf({ ...post, media: picture === null ? [] : [picture] }, platform);
  return (
    <section aria-labelledby="report-best" className="report-part print:break-inside-avoid">
      <h2 id="report-best" className="text-xl">
        Best post
      </h2>
      <div className="mt-4 grid gap-x-10 gap-y-6 sm:grid-cols-[19rem_minmax(0,1fr)] lg:mt-0 print:grid-cols-[12rem_minmax(0,1fr)]">
        <div className="print:[zoom:0.6]">
          <PostFrame
            frame={frame}
            author={{ name: businessName ?? "Your business", note: PLATFORMS[platform] }}
            tiles={
              picture === null
                ? []
                : [
                    <img
                      key={picture.id}
                      src={picture.small}
                      alt={picture.alt}
                      className="absolute inset-0 size-full object-cover"
                    />,
                  ]
            }
          />
        </div>
        <p className="tabular">
          <strong className="block font-display text-4xl">{figureLabel(value)}</strong>
          {METRICS[metric].toLowerCase()} on {PLATFORMS[platform]}
          <span className="mt-1 block text-(length:--text-sm) text-ink-soft">
            {formatDayOfYear(post.publishedOn)} · {POST_FORMATS[post.format]}
          </span>
        </p>
      </div>
    </section>
  );
}

function LiveLinks({ publications }: Pick<Report["posts"][number], "publications">) {
  return publications.map(({ platform, url }) => (
    <a
      key={platform}
      href={url}
      rel="noreferrer"
      className="text-link mr-4 inline-block py-1 no-print"
    >
      <span className="sr-only">See it on </span>
      {PLATFORMS[platform]}
    </a>
  ));
}

function ContactSheet({ posts }: Pick<Report, "posts">) {
  return (
    <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-3 lg:mt-0 xl:grid-cols-4 print:grid-cols-4 print:gap-y-3">
      {posts.map(({ id, format, text, publishedOn, publications, picture }) => (
        <li
          key={id}
          className="min-w-0 text-(length:--text-sm) wrap-anywhere print:break-inside-avoid"
        >
          <div className="relative aspect-4/5 overflow-hidden rounded-sm bg-foam">
            {picture === null ? (
              <p aria-hidden="true" className="line-clamp-6 p-3 font-display text-lg font-bold">
                {text}
              </p>
            ) : (
              <img
                src={picture.small}
                alt={picture.alt}
                loading="lazy"
                className="size-full object-cover"
              />
            )}
          </div>
          <p className="mt-2 text-ink-soft">
            {formatDayOfYear(publishedOn)} · {POST_FORMATS[format]}
          </p>
          <p className="line-clamp-3 whitespace-pre-wrap print:line-clamp-2">{text}</p>
          <p>
            <LiveLinks publications={publications} />
          </p>
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
      <rect width={bars.value} height={BAR_HEIGHT} className="fill-persimmon" />
      <rect
        width={bars.value}
        height={BAR_HEIGHT}
        fill={`url(#${HATCHING})`}
        className="hidden print:inline"
      />
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

import { useEffect, useState } from "react";
import type { PromiseFiguresResponse, PublishedPromise } from "#contracts/api/promise-figures.ts";
import { spanShort } from "#contracts/spans.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import { formatLongDay } from "../lib/dates.ts";
import { readSiteConfig } from "../lib/site-config.ts";
import { useBackendConfigured } from "../lib/use-site-config.ts";
import { paths } from "../paths.ts";
import { WideSection } from "./wide-section.tsx";

const ROWS = {
  "answer-enquiry": {
    what: "A reply from a person",
    promised: `within ${inText(TERMS.reply)} of your enquiry`,
    hasMedian: true,
  },
  "first-content": {
    what: "First posts to review",
    promised: `within ${inText(TERMS.firstContent)} of your payment`,
    hasMedian: true,
  },
  "answer-changes": {
    what: "Changes answered",
    promised: `within ${inText(TERMS.reply)}`,
    hasMedian: true,
  },
  // It counts from the approval, which may be weeks before the planned hour.
  "publish-post": {
    what: "An approved post, live",
    promised: `within ${inText(TERMS.published)} of its planned time`,
    hasMedian: false,
  },
} as const satisfies Record<
  PublishedPromise,
  { what: string; promised: string; hasMedian: boolean }
>;

export function KeptPromises() {
  const isConfigured = useBackendConfigured();
  const [figures, setFigures] = useState<PromiseFiguresResponse | "unknown" | null>(null);
  useEffect(() => {
    if (!isConfigured) return;
    fetchFigures().then(setFigures, () => setFigures("unknown"));
  }, [isConfigured]);
  return (
    <WideSection
      id="kept-promises"
      tone="deep"
      title="What you can hold us to"
      lead={`How we kept our promises in the last ${inText(TERMS.figures)}, counted by the system that we work with.`}
    >
      <dl className="grid gap-x-10 gap-y-6 sm:grid-cols-2 xl:grid-cols-4">
        {(Object.keys(ROWS) as PublishedPromise[]).map((rule) => (
          <div key={rule} className="border-t-2 border-persimmon pt-4">
            <dt className="text-xl font-semibold">{ROWS[rule].what}</dt>
            <dd className="text-ink-soft">{ROWS[rule].promised}</dd>
            {figures !== "unknown" && (
              <dd className="tabular mt-3 min-h-[4lh] text-lg">
                {figures === null ? "–" : <Kept rule={rule} figures={figures} />}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <div aria-live="polite">
        {figures === "unknown" && (
          <p className="mt-6 font-semibold">
            The figures can’t be read right now. {/* The browser loads the whole page again. */}
            <a href={paths.results} className="text-link">
              Try again
            </a>
          </p>
        )}
      </div>
      <h3 className="mt-8 text-xl">How we measure</h3>
      <p className="measure mt-2 text-ink-soft">
        A promise starts with your enquiry, payment, request or approval, and is kept by the act
        that you see: our reply, the proposed posts, the published post. What is open counts with
        its age, and what was kept late counts as late. A cancelled promise isn’t counted.
      </p>
    </WideSection>
  );
}

function Kept({ rule, figures }: { rule: PublishedPromise; figures: PromiseFiguresResponse }) {
  const found = figures.figures.find((one) => one.rule === rule);
  if (found === undefined) return <>0 of 0 since {formatLongDay(figures.since)}</>;
  const share = `${found.in_time} of ${found.made} in time`;
  if (!ROWS[rule].hasMedian) return share;
  return (
    <>
      <span className="font-display block text-3xl font-bold text-persimmon-text">
        {spanShort(Math.max(60, found.median_seconds))}
      </span>
      or less, half the time
      <span className="block">{share}</span>
    </>
  );
}

async function fetchFigures(): Promise<PromiseFiguresResponse> {
  const { apiUrl, anonKey } = readSiteConfig();
  const response = await fetch(`${apiUrl}/functions/v1/promise-figures`, {
    headers: { apikey: anonKey },
  });
  if (!response.ok) throw new Error(`promise figures: ${response.status}`);
  // The schema's library is not worth its bytes for four figures of our own.
  return (await response.json()) as PromiseFiguresResponse;
}

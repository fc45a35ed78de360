import { useState } from "react";
import { inText, TERMS } from "#contracts/terms.ts";
import { Sample } from "../art/sample.tsx";
import { CASE_STUDIES, type CaseStudy } from "../content/case-studies.ts";
import { CASE_STUDY_POSTS } from "../content/case-study-posts.ts";
import { noteOf } from "../content/claims.ts";
import { EXHIBITS, isShown } from "../content/exhibits.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { ClosingBand } from "../sections/closing-band.tsx";
import { KeptPromises } from "../sections/kept-promises.tsx";
import { ReportSample } from "../sections/report-sample.tsx";
import { StartBar } from "../sections/start-bar.tsx";
import { Band } from "../ui/band.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Ticked } from "../ui/icons.tsx";
import { Loading } from "../ui/loading.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { part } from "../ui/part.tsx";
import { WeeklyViews } from "../ui/phone-analytics.tsx";
import { Tag } from "../ui/tag.tsx";

const NOTE = noteOf(EXHIBITS.caseStudies);
const ACCOUNTS = NOTE === "" ? "accounts" : "sample accounts";

const TEXTS = isShown(EXHIBITS.caseStudies)
  ? {
      description: `Four ${ACCOUNTS} on TikTok and Instagram: what we did and what came of it.`,
      title: `Four ${ACCOUNTS}, week by week.`,
      lead: "No overnight success. A plan, a routine and numbers that build.",
      closing: "Yours could be next.",
    }
  : {
      description:
        "How we keep our promises, counted by our own system, and the report that you get every month.",
      title: "Judge us by our record.",
      lead: `Our promises, how we kept them, and the report that you get every ${inText(TERMS.report)}.`,
      closing: "See it on your own feed.",
    };

export const page: Page = {
  title: isShown(EXHIBITS.caseStudies) && NOTE !== "" ? "Sample results" : "Results",
  description: TEXTS.description,
  Body: () => (
    <>
      <PageHead
        title={TEXTS.title}
        lead={
          <>
            {TEXTS.lead}{" "}
            {isShown(EXHIBITS.caseStudies) && <Tag>{noteOf(EXHIBITS.caseStudies)}</Tag>}
          </>
        }
      />
      {isShown(EXHIBITS.caseStudies) && (
        <>
          <Studies />
          <StartBar />
        </>
      )}
      <KeptPromises />
      <ReportSample />
      <Publish />
      <ClosingBand title={TEXTS.closing}>
        <ButtonLink href={paths.freeTrial} arrow>
          Start 7 Day Free Trial
        </ButtonLink>
        <ButtonLink href={paths.scheduleDemo} variant="secondary">
          Book a free call
        </ButtonLink>
        <ButtonLink href={paths.checkout} variant="secondary">
          Choose a plan
        </ButtonLink>
      </ClosingBand>
    </>
  ),
};

function Studies() {
  return (
    <ul className="border-t border-rule">
      {CASE_STUDIES.map((study, index) => (
        <li key={study.clientName} className="border-b border-rule even:bg-paper-deep">
          <Study study={study} flipped={index % 2 === 1} sample={CASE_STUDY_POSTS[index]} />
        </li>
      ))}
    </ul>
  );
}

type StudyProps = {
  study: CaseStudy;
  flipped: boolean;
  sample: (typeof CASE_STUDY_POSTS)[number] | undefined;
};

function Study({ study, flipped, sample }: StudyProps) {
  return (
    <article className="page-width grid items-center gap-10 py-16 md:grid-cols-12">
      <div
        className={`md:col-span-5 lg:col-span-4 ${flipped ? "md:order-last lg:col-start-9" : ""}`}
      >
        {sample !== undefined && <Sample {...sample} className="mx-auto max-w-72" />}
      </div>
      <div className={`md:col-span-7 ${flipped ? "" : "lg:col-start-6"}`}>
        <p className="text-sm font-semibold text-ink-soft">
          {study.platform}, {study.timeframe}
        </p>
        <h2 className="mt-2 text-3xl">{study.clientName}</h2>
        <p className="measure mt-4 text-lg">{study.description}</p>
        <dl className="mt-8 grid grid-cols-3 gap-3 max-[22rem]:grid-cols-2 sm:gap-6">
          {study.metrics.map((metric) => (
            <div
              key={metric.label}
              className="flex flex-col-reverse justify-end border-t-2 border-ink pt-3"
            >
              <dt className="text-sm text-ink-soft">{metric.label}</dt>
              <dd className="font-display text-2xl font-bold max-sm:text-xl">{metric.value}</dd>
            </div>
          ))}
        </dl>
        <WeeklyViews study={study} className="mt-8" />
        <ul className="mt-8 grid gap-2.5">
          {study.highlights.map((highlight) => (
            <Ticked key={highlight}>{highlight}</Ticked>
          ))}
        </ul>
      </div>
    </article>
  );
}

const PublishForm = part(
  async () => (await import("../features/enquiries/components/publish-form.tsx")).PublishForm,
  <Loading />,
);

/** Stands on a page that shows nobody's results yet. */
function Publish() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Band labelledBy="publish-title">
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h2 id="publish-title" className="text-3xl">
            Be the first we publish.
          </h2>
        </div>
        <div className="lg:col-span-7">
          <p className="measure text-lg">
            Are you a client and happy to be seen? We show your figures with their source, in your
            words, once you’ve signed the page. You can take it down whenever you like.
          </p>
          <details
            className="needs-script mt-6"
            onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
          >
            <summary className="button button-secondary">Offer your results</summary>
            <div className="mt-8">{isOpen && <PublishForm />}</div>
          </details>
        </div>
      </div>
    </Band>
  );
}

import type { User } from "@supabase/auth-js";
import { useState } from "react";
import useSWR from "swr";
import type { BriefResponse } from "#contracts/api/content/brief.ts";
import { ANSWER_KEYS } from "#contracts/content/brief-answers.ts";
import { ANSWER_LABELS, BRIEF_MESSAGES } from "#contracts/messages/brief.ts";
import { formatLongDay } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { part } from "../../../ui/part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { fetchBrief } from "../api/brief.ts";
import { Approvers } from "./approvers.tsx";
import { BriefForm } from "./brief-form.tsx";

const PastMaterial = part(
  async () => (await import("./material.tsx")).PastMaterial,
  <Skeleton shape="row" />,
);

export const BRIEF_TITLE = "Tell us about your business.";

export function BriefPage({ user }: { user: User }) {
  // It is read again on each return to the tab: the form merges.
  const { data, error, mutate } = useSWR(["brief", user.id], fetchBrief);
  const onChanged = (brief: BriefResponse) => void mutate(brief, { revalidate: false });
  return (
    <>
      <PageHead title={BRIEF_TITLE} />
      <div className="page-width pb-(--section)">
        {data === undefined && error !== undefined && (
          <LoadError text={BRIEF_MESSAGES.loadFailed} onRetry={mutate} />
        )}
        {data === undefined && error === undefined && <Skeleton shape="panels" />}
        {data?.canChange === true && <BriefForm user={user} loaded={data} onChanged={onChanged} />}
        {data?.canChange === false && <PastBrief userId={user.id} loaded={data} />}
      </div>
    </>
  );
}

/** A user without an open subscription reads the brief, and removes approvers. */
function PastBrief({ userId, loaded }: { userId: string; loaded: BriefResponse }) {
  const [brief, setBrief] = useState(loaded);
  const given = ANSWER_KEYS.filter((key) => brief.answers[key].trim() !== "");
  return (
    <>
      <div className="account-notice mb-6">
        <p>
          {BRIEF_MESSAGES.noSubscription} If you paid without signing in, add the purchase to your
          account on your dashboard.
        </p>
        <ButtonLink href={paths.dashboard} variant="secondary" className="mt-5">
          Open my dashboard
        </ButtonLink>
      </div>
      {given.length > 0 && (
        <section aria-labelledby="kept">
          <h2 id="kept" className="text-xl">
            What you told us
            {brief.submittedAt !== null && `, sent on ${formatLongDay(brief.submittedAt)}`}
          </h2>
          <dl className="mt-6 mb-12 max-w-176">
            {given.map((key) => (
              <div key={key} className="border-t border-rule py-3.5">
                <dt className="text-(length:--text-sm) text-ink-soft">{ANSWER_LABELS[key]}</dt>
                <dd className="whitespace-pre-wrap wrap-anywhere">{brief.answers[key]}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <PastMaterial userId={userId} />
      {brief.approvers.length > 0 && <Approvers brief={brief} onChanged={setBrief} />}
    </>
  );
}

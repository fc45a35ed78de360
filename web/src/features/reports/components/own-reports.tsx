import type { User } from "@supabase/auth-js";
import useSWR from "swr";
import { useSearch } from "wouter";
import type { ReportsResponse } from "#contracts/api/content/reports.ts";
import { periodLabel } from "#contracts/content/report-period.ts";
import { REPORT_MESSAGES } from "#contracts/messages/reports.ts";
import { hasCode } from "../../../lib/call-error.ts";
import { paths } from "../../../paths.ts";
import { Link } from "../../../ui/link.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { fetchReports } from "../api/reports.ts";
import { ReportHead, ReportView } from "./report-view.tsx";

export function OwnReports({ user, title }: { user: User; title: string }) {
  const number = new URLSearchParams(useSearch()).get("number");
  const { data, error, mutate } = useSWR(["reports", user.id, number], () => fetchReports(number), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const isUnknown = hasCode(error, "not_found");
  return (
    <>
      <ReportHead title={title} />
      <div className="page-width pb-(--section) print:pb-0">
        {data === undefined && error === undefined && <Skeleton shape="report" />}
        {data === undefined && error !== undefined && !isUnknown && (
          <LoadError text={REPORT_MESSAGES.loadFailed} onRetry={mutate} />
        )}
        {isUnknown && (
          <div className="account-notice">
            <p>
              We can’t find that report.{" "}
              <Link
                href={paths.reports}
                className="text-link aria-[current]:font-semibold aria-[current]:text-inherit aria-[current]:no-underline"
              >
                Open your last one
              </Link>
            </p>
          </div>
        )}
        {data?.report === null && (
          <div className="account-notice">
            <p>
              No report yet. Your dashboard shows when the next one is due, and we’ll email you when
              it’s ready.
            </p>
          </div>
        )}
        {data?.report != null && <ReportView report={data.report} />}
        {data !== undefined && data.reports.length > 1 && (
          <Others reports={data.reports} shown={data.report?.number} />
        )}
      </div>
    </>
  );
}

function Others({
  reports,
  shown,
}: {
  reports: ReportsResponse["reports"];
  shown: number | undefined;
}) {
  return (
    <nav aria-labelledby="all-reports" className="report-part no-print">
      <h2 id="all-reports" className="text-xl">
        All your reports
      </h2>
      <ul className="mt-4 *:py-2">
        {reports.map((report) => (
          <li key={report.number}>
            <Link
              href={`${paths.reports}?number=${report.number}`}
              aria-current={report.number === shown ? "page" : undefined}
              className="text-link aria-[current]:font-semibold aria-[current]:text-inherit aria-[current]:no-underline"
            >
              {periodLabel(report)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

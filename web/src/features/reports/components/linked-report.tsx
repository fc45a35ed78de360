import useSWR from "swr";
import type { ReportRequest } from "#contracts/api/content/reports.ts";
import { REPORT_MESSAGES } from "#contracts/messages/reports.ts";
import { hasCode } from "../../../lib/call-error.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { openLink } from "../api/reports.ts";
import { ReportHead, ReportView } from "./report-view.tsx";

export function LinkedReport({ link, onSignIn }: { link: ReportRequest; onSignIn: () => void }) {
  const {
    data: report,
    error,
    mutate,
  } = useSWR(["report", link.reportId], () => openLink(link), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const isGone = ["not_found", "invalid_input"].some((code) => hasCode(error, code));
  return (
    <>
      <ReportHead title="Your report." />
      <div className="page-width pb-(--section) print:pb-0">
        {report === undefined && error === undefined && <Skeleton shape="report" />}
        {report === undefined && error !== undefined && !isGone && (
          <LoadError text={REPORT_MESSAGES.loadFailed} onRetry={mutate} />
        )}
        {isGone && (
          <div className="account-notice">
            <p>{REPORT_MESSAGES.linkExpired} Sign in to see all your reports.</p>
            <Button className="mt-5" onClick={onSignIn}>
              Sign in
            </Button>
          </div>
        )}
        {report !== undefined && <ReportView report={report} />}
      </div>
    </>
  );
}

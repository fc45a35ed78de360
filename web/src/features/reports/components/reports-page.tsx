import { useEffect, useState } from "react";
import type { ReportRequest } from "#contracts/api/content/reports.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Guarded } from "../../account/components/guarded.tsx";
import { Loading } from "../../account/components/loading.tsx";
import { readReportLink } from "../report-link.ts";
import { LinkedReport } from "./linked-report.tsx";
import { OwnReports } from "./own-reports.tsx";

const TITLE = "Your reports.";

/** Of the signed-in user, or the one that the link of an email opens. */
export function ReportsPage() {
  // Undefined in the prerendered page, which has no fragment.
  const [link, setLink] = useState<ReportRequest | null>();
  useEffect(() => {
    function read(): void {
      const found = readReportLink(window.location.hash);
      setLink((before) => found ?? before ?? null);
      // The link must not stay in the history of a shared computer.
      if (found !== null) {
        window.history.replaceState(window.history.state, "", window.location.pathname);
      }
    }
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  if (link === undefined) {
    return (
      <div className="page-width min-h-[70vh] section-space">
        <PageTitle className="sr-only">{TITLE}</PageTitle>
        <Loading />
      </div>
    );
  }
  return link === null ? (
    <Guarded title={TITLE}>{(user) => <OwnReports user={user} title={TITLE} />}</Guarded>
  ) : (
    <LinkedReport link={link} onSignIn={() => setLink(null)} />
  );
}

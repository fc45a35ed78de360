import { useState } from "react";
import { useContentLink } from "../../../lib/use-content-link.ts";
import { NoScriptNote } from "../../../ui/no-script-note.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Guarded } from "../../account/components/guarded.tsx";
import { LinkedReport } from "./linked-report.tsx";
import { OwnReports } from "./own-reports.tsx";
import { ReportHead } from "./report-view.tsx";

const TITLE = "Your reports.";
const LINK = /^#(rep_\w+\.[\w-]+)$/;

/** The reports of the signed-in user, or the one that the link of an email opens. */
export function ReportsPage() {
  const link = useContentLink(LINK);
  const [isSigningIn, setIsSigningIn] = useState(false);
  if (link === undefined) {
    return (
      <div className="account-area">
        <ReportHead title={TITLE} />
        <div className="page-width pb-(--section)">
          <NoScriptNote needed="page" />
          <Skeleton shape="report" />
        </div>
      </div>
    );
  }
  if (link === null || isSigningIn) {
    return (
      <Guarded title={TITLE} skeleton={<Skeleton shape="report" />}>
        {(user) => <OwnReports user={user} title={TITLE} />}
      </Guarded>
    );
  }
  const [reportId = "", token = ""] = link.split(".");
  return (
    <LinkedReport
      key={link}
      link={{ reportId, token }}
      onSignIn={() => {
        window.history.replaceState(null, "");
        setIsSigningIn(true);
      }}
    />
  );
}

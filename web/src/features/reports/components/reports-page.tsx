import { useState } from "react";
import { useMailLink } from "../../../lib/use-mail-link.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Guarded } from "../../account/components/guarded.tsx";
import { Loading } from "../../account/components/loading.tsx";
import { LinkedReport } from "./linked-report.tsx";
import { OwnReports } from "./own-reports.tsx";

const TITLE = "Your reports.";
const LINK = /^#(rep_\w+\.[\w-]+)$/;

/** Of the signed-in user, or the one that the link of an email opens. */
export function ReportsPage() {
  const link = useMailLink(LINK);
  const [isSigningIn, setIsSigningIn] = useState(false);
  if (link === undefined) {
    return (
      <div className="page-width min-h-[70vh] section-space">
        <PageTitle className="sr-only">{TITLE}</PageTitle>
        <Loading />
      </div>
    );
  }
  if (link === null || isSigningIn) {
    return <Guarded title={TITLE}>{(user) => <OwnReports user={user} title={TITLE} />}</Guarded>;
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

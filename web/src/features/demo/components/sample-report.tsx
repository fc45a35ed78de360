import { periodLabel } from "#contracts/content/report-period.ts";
import { ReportView } from "../../reports/components/report-view.tsx";
import { SAMPLE_REPORT } from "../sample-report.ts";

/** The report of a café that does not exist, as a customer sees one. */
export function SampleReport() {
  return (
    <>
      <p className="mb-5 font-semibold">
        {SAMPLE_REPORT.businessName}, {periodLabel(SAMPLE_REPORT)}
      </p>
      <ReportView report={SAMPLE_REPORT} />
    </>
  );
}

import { ReportView } from "../../reports/components/report-view.tsx";
import { SAMPLE_REPORT } from "../sample-report.ts";

/** The report of a café that does not exist, as a customer sees one. */
export function SampleReport() {
  return <ReportView report={SAMPLE_REPORT} />;
}

import { DEMO_REPORT } from "../../../content/demo-account.ts";
import { ReportCard } from "../../dashboard-cards/report-card.tsx";

export function DemoReport() {
  const { daysLeft, daysPassed, dueOn } = DEMO_REPORT;
  return <ReportCard daysLeft={daysLeft} daysPassed={daysPassed} dueAt={dueOn} />;
}

import { DEMO_ACTIONS, DEMO_REPORT } from "../../content/demo-account.ts";
import { DemoButton } from "../../features/demo/demo-button.tsx";
import { ReportCard } from "../dashboard/report-card.tsx";

export function DemoReport() {
  const { daysLeft, daysPassed, dueOn } = DEMO_REPORT;
  return (
    <ReportCard daysLeft={daysLeft} daysPassed={daysPassed} dueAt={dueOn}>
      <DemoButton action={DEMO_ACTIONS.report} className="mt-auto self-start" />
    </ReportCard>
  );
}

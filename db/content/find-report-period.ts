import { eq } from "drizzle-orm";
import type { ReportPeriod } from "#contracts/content/report-period.ts";
import type { Db } from "#db/client.ts";
import { reports } from "#db/schema/reports.ts";

export async function findReportPeriod(db: Db, reportId: string): Promise<ReportPeriod | null> {
  const [period] = await db
    .select({ fromDay: reports.fromDay, untilDay: reports.untilDay })
    .from(reports)
    .where(eq(reports.id, reportId));
  return period ?? null;
}

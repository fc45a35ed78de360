import type { ReportRequest } from "#contracts/api/content/reports.ts";

/** Reads the link of an email from an address's fragment, which no server or log sees. */
export function readReportLink(fragment: string): ReportRequest | null {
  const [, reportId, token] = /^#(rep_\w+)\.([\w-]+)$/.exec(fragment) ?? [];
  return reportId === undefined || token === undefined ? null : { reportId, token };
}

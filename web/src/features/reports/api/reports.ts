import type { Report, ReportRequest, ReportsResponse } from "#contracts/api/content/reports.ts";
import { callApi } from "../../session/call-api.ts";

/** Throws a CallError; another error when there was no answer. @param number null: the newest */
export async function fetchReports(number: string | null): Promise<ReportsResponse> {
  const path =
    number === null ? "reports" : (`reports?number=${encodeURIComponent(number)}` as const);
  const [response, contract] = await Promise.all([callApi("GET", path), schemas()]);
  return contract.ReportsResponse.parse(await response.json());
}

/** Does what {@link fetchReports} does, without a session. */
export async function openLink(link: ReportRequest): Promise<Report> {
  const [response, contract] = await Promise.all([callApi("POST", "report", link), schemas()]);
  return contract.ReportResponse.parse(await response.json()).report;
}

const schemas = () => import("#contracts/api/content/reports.ts");

import { timingSafeEqual } from "node:crypto";
import {
  type Report,
  ReportRequest,
  type ReportResponse,
  type ReportsResponse,
} from "#contracts/api/content/reports.ts";
import { DAY_MS } from "#contracts/durations.ts";
import { AppError } from "#contracts/errors.ts";
import { REPORT_MESSAGES } from "#contracts/messages/reports.ts";
import { parseOrdinal } from "#contracts/ordinal.ts";
import { TERMS } from "#contracts/terms.ts";
import { createContentLinks } from "#db/content/content-link.ts";
import { findReport, findReports, type ReportRow } from "#db/content/find-reports.ts";
import type { MediaAddress } from "#db/content/media/media-address.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn, requireUserAt } from "../http/current-user.ts";
import { newRoutes } from "../http/env.ts";
import { notFoundError } from "../http/errors.ts";
import { takeJson } from "../http/json-body.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { mediaAddressOf, toPostPicture } from "./calendar-post.ts";

const BODY_MAX_BYTES = 1_024;

/** `/functions/v1/reports`: the reports of the user's business, one of them whole. */
export function reportRoutes(deps: EdgeDeps) {
  return newRoutes().get("/", rateLimit(deps.apiLimiter), async (c) => {
    const user = await requireUserAt(c, deps);
    const asked = c.req.query("number");
    const number = asked === undefined ? null : parseOrdinal(asked);
    const found = requireSignedIn(await findReports(deps.db, user, number));
    if (asked !== undefined && (number === null || found.report === null)) throw notFoundError();
    return c.json<ReportsResponse>({
      reports: found.periods,
      report: found.report === null ? null : toReport(found.report, mediaAddressOf(deps)),
    });
  });
}

/** `/functions/v1/report`: one report, by its emailed link. Reading changes nothing: scanners of mailboxes open every link. */
export function linkedReportRoutes(deps: EdgeDeps) {
  const links = createContentLinks(deps.config.AUTH_CODE_SECRET);
  return takeJson(deps, BODY_MAX_BYTES, ReportRequest, async (c, { reportId, token }) => {
    const since = new Date(deps.now().getTime() - TERMS.reportLink.days * DAY_MS).toISOString();
    const report = await findReport(deps.db, { id: reportId, since });
    const email = report?.ownerEmail ?? null;
    const isGenuine =
      email !== null &&
      timingSafeEqual(Buffer.from(token), Buffer.from(links.token("report", reportId, email)));
    if (report === null || !isGenuine) throw new AppError("not_found", REPORT_MESSAGES.linkExpired);
    return c.json<ReportResponse>({ report: toReport(report, mediaAddressOf(deps)) });
  });
}

function toReport(row: ReportRow, address: MediaAddress): Report {
  const { number, revision, businessName, words, figures, earlierFigures, posts } = row;
  return {
    number,
    revision,
    fromDay: row.fromDay,
    untilDay: row.untilDay,
    publishedAt: row.publishedAt,
    businessName,
    words,
    accountManager: row.accountManager,
    figures,
    earlierFigures,
    posts: posts.map(({ picture, ...post }) => ({
      ...post,
      picture: picture && toPostPicture(picture, address),
    })),
  };
}

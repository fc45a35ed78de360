/** @jsxImportSource hono/jsx */
import { isDeepStrictEqual } from "node:util";
import type { FC } from "hono/jsx";
import { periodLabel } from "#contracts/content/report-period.ts";
import { parseOrdinal } from "#contracts/ordinal.ts";
import { isUuid } from "#contracts/uuid.ts";
import {
  findReportWork,
  listDueReports,
  type ReportRevision,
  type ReportWork,
} from "#db/ops/list-reports.ts";
import { publishReport, saveReport } from "#db/ops/write-report.ts";
import { displayName } from "../customers/redact.ts";
import { isRevealed } from "../customers/reveal.ts";
import { newRoutes, type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { errorPage } from "../layout/error-page.tsx";
import { FlashMessage, withFlash } from "../layout/flash-message.tsx";
import { Page } from "../layout/page.tsx";
import { RoutesAbout } from "../layout/routes-about.ts";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";
import { fieldsOf, readFile, type ReadFile, readReport, type ReportFields } from "./read-report.ts";
import { ReportForm } from "./report-form.tsx";
import { reportListPage, ReportPreview } from "./report-view.tsx";

const FLASH_TEXTS = {
  saved: "Saved. Only the team sees it.",
  published: "Published. The customer gets an email with a link.",
  nothing_to_do: "It was already published. Nothing was changed.",
  changed: "Saved with your changes. Check the preview, then publish it.",
  early:
    "The last day of the report has not ended. Tick the box to publish it now. Nothing was changed.",
  outdated: "Someone else saved or published this report first. Nothing was changed.",
  empty: "Write the two sentences and at least one figure before you publish. Nothing was changed.",
} as const;
type FlashKey = keyof typeof FLASH_TEXTS;

type Address = { userId: string; number: number };
type Found = Address & { work: ReportWork };
/** The operator's input, when it was not saved. */
type Typed = { fields: ReportFields; errors: readonly string[]; read: ReadFile | null };

export function reportRoutes(deps: OpsDeps) {
  const { db } = deps;
  const now = () => deps.now().toISOString();
  async function find(c: OpsContext): Promise<Found | null> {
    const userId = c.req.param("key") ?? "";
    const number = parseOrdinal(c.req.param("number") ?? "");
    if (!isUuid(userId) || number === null) return null;
    const address = { userId, number };
    const work = await findReportWork(db, { ...address, now: now() });
    return work === null ? null : { ...address, work };
  }
  const back = (c: OpsContext, { userId, number }: Address, flash: FlashKey) =>
    c.redirect(withFlash(paths.report(userId, number), flash), 303);

  async function publish(
    c: OpsContext,
    { userId, number, work }: Found,
    { id: reportId, revision }: ReportRevision,
    saves: number,
  ): Promise<FlashKey> {
    const event = newOpsEvent(c, deps, "ReportPublished", {
      userId,
      subscriptionId: work.subscriptionId,
      reportId,
      number,
      revision,
    });
    const mayBeEarly = c.get("form").get("early") === "yes";
    const outcome = await publishReport(db, { saves, mayBeEarly, event });
    deps.log.info({ requestId: c.get("requestId"), reportId, outcome }, "ops_report");
    if (outcome === "done") return "published";
    return outcome === "done_before" ? "nothing_to_do" : outcome;
  }

  const about = new RoutesAbout(find, reportNotFound)
    .get("/:key/:number", (c, found) => reportPage(c, found, null))
    .post("/:key/:number/save", async (c, found) => {
      const form = c.get("form");
      const input = readReport(form, found.work.previous, found.work.posts);
      if (form.get("do") === "read") {
        const { fields, read } = readFile(
          input,
          c.get("files")[0]?.bytes ?? null,
          found.work.posts,
        );
        return reportPage(c, found, { fields, errors: [], read }, 200);
      }
      if (input.value === null) return reportPage(c, found, { ...input, read: null }, 422);
      const seen = seenOf(form);
      const [newest] = found.work.revisions;
      const isPublishing = form.get("do") === "publish";
      if (isPublishing && newest !== undefined && newest.revision === seen?.revision) {
        const { words, figures } = newest;
        if (isDeepStrictEqual(input.value, { words, figures })) {
          return back(c, found, await publish(c, found, newest, seen.saves));
        }
      }
      const saved =
        seen === null
          ? null
          : await saveReport(db, {
              ...input.value,
              ...seen,
              userId: found.userId,
              number: found.number,
              fromDay: found.work.fromDay,
              untilDay: found.work.untilDay,
              ids: { business: deps.makeId("business"), report: deps.makeId("report") },
              by: signedInOf(c).session.name,
              at: now(),
            });
      if (saved !== null) return back(c, found, isPublishing ? "changed" : "saved");
      // The texts stay in the form: nothing that was typed is lost.
      return reportPage(c, found, { ...input, errors: [FLASH_TEXTS.outdated], read: null }, 409);
    });

  return newRoutes()
    .get("/", async (c) => {
      const at = now();
      return reportListPage(c, await listDueReports(db, at), at);
    })
    .route("/", about.routes);
}

/** The draft that the operator has seen. */
function seenOf(form: URLSearchParams): { revision: number; saves: number } | null {
  const revision = parseOrdinal(form.get("revision") ?? "");
  const saves = form.get("saves") === "0" ? 0 : parseOrdinal(form.get("saves") ?? "");
  return revision === null || saves === null ? null : { revision, saves };
}

const reportNotFound = (c: OpsContext) =>
  errorPage(c, 404, "Report not found", "There is no such account, or its period has not begun.");

function reportPage(
  c: OpsContext,
  { userId, number, work }: Found,
  typed: Typed | null,
  status: 200 | 409 | 422 = 200,
) {
  const [newest] = work.revisions;
  const draft = newest?.publishedAt === null ? newest : undefined;
  const published = work.revisions.find(({ publishedAt: at }) => at !== null);
  const isWriting =
    typed !== null ||
    draft !== undefined ||
    published === undefined ||
    c.req.query("correct") === "1";
  const { mayAct } = signedInOf(c);
  const isEarlier = number > 1;
  c.status(status);
  return c.render(
    <Page
      title="Report"
      current="content"
      kicker={
        <>
          <a href={paths.reports}>Reports</a>
          {" · "}
          <a href={paths.customerContent(userId)}>
            {displayName(work, { isRevealed: isRevealed(c, userId) })}
          </a>
          {isEarlier ? (
            <>
              {" · "}
              <a href={paths.report(userId, number - 1)}>{`Report ${String(number - 1)}`}</a>
            </>
          ) : null}
        </>
      }
      heading={`Report ${String(number)}`}
    >
      <p>
        {periodLabel({ fromDay: work.fromDay, untilDay: work.untilDay })}, due{" "}
        <TimeLabel iso={work.dueAt} />
      </p>
      {typed === null ? <FlashMessage texts={FLASH_TEXTS} /> : null}
      {typed?.errors.map((error) => (
        <p key={error} class="notice bad" role="alert">
          {error}
        </p>
      ))}
      {published === undefined ? null : (
        <Revision revision={published} title="Published">
          {mayAct && !isWriting ? (
            <a class="button plain" href={`${paths.report(userId, number)}?correct=1`}>
              Correct this report
            </a>
          ) : null}
        </Revision>
      )}
      {draft === undefined || typed !== null ? null : <Revision revision={draft} title="Preview" />}
      {mayAct && isWriting ? (
        <ReportForm
          action={paths.saveReport(userId, number)}
          fields={typed?.fields ?? fieldsToWrite(work)}
          read={typed?.read ?? null}
          draft={draft}
          published={published}
          work={work}
        />
      ) : null}
    </Page>,
  );
}

function fieldsToWrite({ revisions: [newest], previous }: ReportWork): ReportFields {
  return newest === undefined
    ? fieldsOf("", [], previous)
    : fieldsOf(newest.words, newest.figures, previous);
}

const Revision: FC<{
  revision: ReportRevision;
  title: string;
  children?: unknown;
}> = ({ revision, title, children }) => (
  <section>
    <h2>{title}</h2>
    <p class="quiet why">
      {`Revision ${String(revision.revision)}, by `}
      {revision.savedBy}
      {revision.publishedAt === null ? null : (
        <>
          , <TimeLabel iso={revision.publishedAt} />
        </>
      )}
    </p>
    <ReportPreview {...revision} />
    {children}
  </section>
);

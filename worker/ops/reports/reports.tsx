/** @jsxImportSource hono/jsx */
import { isDeepStrictEqual } from "node:util";
import { type Context, Hono } from "hono";
import type { FC } from "hono/jsx";
import { PLATFORM_KEYS, PLATFORMS } from "#contracts/content/brief-answers.ts";
import {
  FIGURE_DAYS_MAX,
  FIGURE_SOURCE_MAX,
  METRICS,
  PLATFORM_METRICS,
  REPORT_WORDS_MAX,
} from "#contracts/content/report-figures.ts";
import { periodLabel, REPORT_EVERY_DAYS } from "#contracts/content/report-period.ts";
import { parseOrdinal } from "#contracts/ordinal.ts";
import { isUuid } from "#contracts/uuid.ts";
import {
  type DueReport,
  findReportWork,
  listDueReports,
  type ReportRevision,
  type ReportWork,
} from "#db/ops/list-reports.ts";
import { publishReport, saveReport } from "#db/ops/write-report.ts";
import { displayName } from "../customers/redact.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { newOpsEvent } from "../new-ops-event.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { errorPage } from "../layout/error-page.tsx";
import { CsrfField, page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";
import {
  daysName,
  fieldName,
  fieldsOf,
  isLeftOut,
  readFile,
  type ReadFile,
  readReport,
  type ReportFields,
  sourceName,
} from "./read-report.ts";
import { LivePosts, ReportPreview } from "./report-view.tsx";

/** Flash messages; the URL carries the key, never the text. */
const NOTICES = {
  saved: "Saved. Only the team sees it.",
  published: "Published. The customer gets an email with a link.",
  nothing_to_do: "It was already published. Nothing was changed.",
  changed: "Saved with your changes. Check the preview, then publish it.",
  early:
    "The last day of the report has not ended. Tick the box to publish it now. Nothing was changed.",
  outdated: "Someone else saved or published this report first. Nothing was changed.",
  empty: "Write the two sentences and at least one figure before you publish. Nothing was changed.",
} as const;
type Notice = keyof typeof NOTICES;

type Address = { userId: string; number: number };
type Found = Address & { work: ReportWork };
/** The operator's input, when it was not saved. */
type Typed = { fields: ReportFields; errors: readonly string[]; read: ReadFile | null };

export function reportRoutes(deps: OpsDeps) {
  const { db } = deps;
  const now = () => deps.now().toISOString();
  async function find(c: Context<OpsEnv>): Promise<Found | null> {
    const userId = c.req.param("key") ?? "";
    const number = parseOrdinal(c.req.param("number") ?? "");
    if (!isUuid(userId) || number === null) return null;
    const address = { userId, number };
    const work = await findReportWork(db, { ...address, now: now() });
    return work === null ? null : { ...address, work };
  }
  const back = (c: Context<OpsEnv>, { userId, number }: Address, notice: Notice) =>
    c.redirect(`${paths.report(userId, number)}?notice=${notice}`, 303);

  async function publish(
    c: Context<OpsEnv>,
    { userId, number, work }: Found,
    { id: reportId, revision }: ReportRevision,
    saves: number,
  ): Promise<Notice> {
    const event = newOpsEvent(c, deps, "ReportPublished", {
      userId,
      subscriptionId: work.subscription_id,
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

  return new Hono<OpsEnv>()
    .get("/", async (c) => {
      const at = now();
      return listPage(c, await listDueReports(db, at), at);
    })
    .get("/:key/:number", async (c) => {
      const found = await find(c);
      return found === null ? reportNotFound(c) : reportPage(c, found, null);
    })
    .post("/:key/:number/save", async (c) => {
      const found = await find(c);
      if (found === null) return reportNotFound(c);
      const form = c.get("form");
      const input = readReport(form, found.work.previous);
      if (form.get("do") === "read") {
        const { fields, read } = readFile(input, c.get("file") ?? null);
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
              fromDay: found.work.from_day,
              untilDay: found.work.until_day,
              ids: { business: deps.makeId("business"), report: deps.makeId("report") },
              by: signedInOf(c).session.name,
              at: now(),
            });
      if (saved !== null) return back(c, found, isPublishing ? "changed" : "saved");
      // The texts stay in the form: nothing that was typed is lost.
      return reportPage(c, found, { ...input, errors: [NOTICES.outdated], read: null }, 409);
    });
}

/** The draft that the operator has seen. */
function seenOf(form: URLSearchParams): { revision: number; saves: number } | null {
  const revision = parseOrdinal(form.get("revision") ?? "");
  const saves = form.get("saves") === "0" ? 0 : parseOrdinal(form.get("saves") ?? "");
  return revision === null || saves === null ? null : { revision, saves };
}

const reportNotFound = (c: Context<OpsEnv>) =>
  errorPage(c, 404, "Report not found", "There is no such account, or its period has not begun.");

function listPage(c: Context<OpsEnv>, due: readonly DueReport[], now: string) {
  return page(
    c,
    { title: "Reports", current: "content" },
    <>
      <p class="kicker">
        <a href={paths.content}>Content</a>
      </p>
      <h1>Reports</h1>
      <section>
        <h2>{`Due within ${REPORT_EVERY_DAYS} days`}</h2>
        {due.length === 0 ? (
          <p>None.</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">Customer</th>
                <th scope="col">Due</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {due.map((row) => (
                <tr key={row.user_id}>
                  <th scope="row">
                    <a href={paths.report(row.user_id, row.number)}>
                      {displayName(row, { isRevealed: false })}
                    </a>
                    <span class="quiet why">{`Report ${String(row.number)}`}</span>
                  </th>
                  <td>
                    <TimeLabel iso={row.due_at} />
                  </td>
                  <td>
                    <DueState row={row} now={now} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>,
  );
}

const DueState: FC<{ row: DueReport; now: string }> = ({ row, now }) => {
  if (row.is_published) return <span class="state done">Published</span>;
  if (row.due_at < now) return <span class="state failed">Late</span>;
  return <span class="state open">{row.has_draft ? "Draft" : "To write"}</span>;
};

function reportPage(
  c: Context<OpsEnv>,
  { userId, number, work }: Found,
  typed: Typed | null,
  status: 200 | 409 | 422 = 200,
) {
  const [newest] = work.revisions;
  const draft = newest?.published_at === null ? newest : undefined;
  const published = work.revisions.find(({ published_at: at }) => at !== null);
  const isWriting =
    typed !== null ||
    draft !== undefined ||
    published === undefined ||
    c.req.query("correct") === "1";
  const notice = c.req.query("notice") ?? "";
  const { mayAct } = signedInOf(c);
  const isEarlier = number > 1;
  return page(
    c,
    { title: "Report", current: "content" },
    <>
      <p class="kicker">
        <a href={paths.reports}>Reports</a>
        {" · "}
        <a href={paths.customerContent(userId)}>{displayName(work, { isRevealed: false })}</a>
        {isEarlier ? (
          <>
            {" · "}
            <a href={paths.report(userId, number - 1)}>{`Report ${String(number - 1)}`}</a>
          </>
        ) : null}
      </p>
      <h1>{`Report ${String(number)}`}</h1>
      <p>
        {periodLabel({ fromDay: work.from_day, untilDay: work.until_day })}, due{" "}
        <TimeLabel iso={work.due_at} />
      </p>
      {Object.hasOwn(NOTICES, notice) && typed === null ? (
        <output class="notice">{NOTICES[notice as Notice]}</output>
      ) : null}
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
          c={c}
          action={paths.saveReport(userId, number)}
          fields={typed?.fields ?? fieldsToWrite(work)}
          read={typed?.read ?? null}
          draft={draft}
          published={published}
          work={work}
        />
      ) : null}
    </>,
    status,
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
      {revision.saved_by}
      {revision.published_at === null ? null : (
        <>
          , <TimeLabel iso={revision.published_at} />
        </>
      )}
    </p>
    <ReportPreview {...revision} />
    {children}
  </section>
);

const ReportForm: FC<{
  c: Context<OpsEnv>;
  action: string;
  fields: ReportFields;
  read: ReadFile | null;
  draft: ReportRevision | undefined;
  published: ReportRevision | undefined;
  work: ReportWork;
}> = ({ c, action, fields, read, draft, published, work }) => {
  const field = (name: string) => fields.get(name) ?? "";
  const live = new Set(
    work.posts.flatMap(({ publications }) => publications.map(({ platform }) => platform)),
  );
  return (
    <form
      class="stack"
      method="post"
      action={action}
      enctype="multipart/form-data"
      autocomplete="off"
      aria-label="Write the report"
    >
      <CsrfField token={signedInOf(c).csrfToken} />
      <input
        type="hidden"
        name="revision"
        value={String(draft?.revision ?? (published?.revision ?? 0) + 1)}
      />
      <input type="hidden" name="saves" value={String(draft?.saves ?? 0)} />
      {draft === undefined && published === undefined ? <LivePosts posts={work.posts} /> : null}
      <label>
        Two sentences for the customer
        <textarea name="words" rows={4} maxlength={REPORT_WORDS_MAX}>
          {`\n${field("words")}`}
        </textarea>
        <span class="hint">What mattered in these days, and what comes next. It comes first.</span>
      </label>
      <fieldset class="stack">
        <legend>Add up an export, if you have one</legend>
        <div class="actions">
          <label>
            Platform
            <select name="export_platform">
              {PLATFORM_KEYS.map((platform) => (
                <option
                  key={platform}
                  value={platform}
                  selected={platform === (read?.platform ?? null)}
                >
                  {PLATFORMS[platform]}
                </option>
              ))}
            </select>
          </label>
          <label>
            CSV file
            <input type="file" name="export" accept=".csv,text/csv" />
          </label>
          <button type="submit" name="do" value="read" class="plain">
            Add up
          </button>
        </div>
        {read === null ? null : <WhatWasRead read={read} />}
      </fieldset>
      {PLATFORM_KEYS.map((platform) => {
        const isOpen =
          live.has(platform) ||
          read?.platform === platform ||
          [...fields].some(
            ([name, text]) =>
              name.startsWith(`${platform}.`) && name !== daysName(platform) && text !== "",
          );
        return (
          <details key={platform} open={isOpen}>
            <summary>{PLATFORMS[platform]}</summary>
            <table class="small report figures">
              <thead>
                <tr>
                  <th scope="col">Figure</th>
                  <th scope="col">These days</th>
                  <th scope="col">Days before</th>
                </tr>
              </thead>
              <tbody>
                {PLATFORM_METRICS[platform].map((metric) => (
                  <tr key={metric}>
                    <th scope="row">{METRICS[metric]}</th>
                    {(["now", "before"] as const).map((period) => (
                      <td key={period}>
                        <input
                          name={fieldName(platform, metric, period)}
                          value={field(fieldName(platform, metric, period))}
                          inputmode="numeric"
                          size={10}
                          maxlength={14}
                          aria-label={`${PLATFORMS[platform]}, ${METRICS[metric]}, ${
                            period === "now" ? "these days" : "days before"
                          }`}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {isLeftOut(fields, platform) ? (
              <p class="hint">Not in the report: it has no figure for these days.</p>
            ) : null}
            <div class="actions">
              <label>
                {`Source of ${PLATFORMS[platform]}`}
                <input
                  name={sourceName(platform)}
                  value={field(sourceName(platform))}
                  maxlength={FIGURE_SOURCE_MAX}
                  placeholder="Business Suite export, 3 December"
                />
              </label>
              <label>
                {`Days that ${PLATFORMS[platform]} covers`}
                <input
                  type="number"
                  name={daysName(platform)}
                  value={field(daysName(platform)) || String(REPORT_EVERY_DAYS)}
                  min={1}
                  max={FIGURE_DAYS_MAX}
                />
              </label>
            </div>
          </details>
        );
      })}
      <p class="hint">Leave a figure empty if you don’t know it. Empty doesn’t mean 0.</p>
      {draft === undefined || work.has_ended ? null : (
        <label class="choice">
          <input type="checkbox" name="early" value="yes" />
          <span>
            Publish before its last day has ended
            <span class="hint">
              What goes live after you publish is in the report only when you correct it.
            </span>
          </span>
        </label>
      )}
      <div class="actions">
        <button type="submit" name="do" value="save" class={draft === undefined ? "" : "plain"}>
          Save and preview
        </button>
        {draft === undefined ? null : (
          <button type="submit" name="do" value="publish">
            {published === undefined ? "Publish" : "Publish the correction"}
          </button>
        )}
      </div>
    </form>
  );
};

const WhatWasRead: FC<{ read: ReadFile }> = ({ read: { platform, outcome } }) => {
  if (typeof outcome === "string") {
    return (
      <p class="field-error" role="alert">
        {outcome}
      </p>
    );
  }
  const { rows, unused, unread } = outcome;
  return (
    <output class="notice">
      {`${PLATFORMS[platform]}: ${String(rows)} rows added up. Look at the figures below, then save.`}
      {unread === 0 ? "" : ` ${String(unread)} cells aren’t whole numbers and were left out.`}
      {unused.length === 0 ? "" : ` Columns not used: ${unused.join(", ")}.`}
    </output>
  );
};

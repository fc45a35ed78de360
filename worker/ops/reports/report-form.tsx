/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { type Platform, PLATFORM_KEYS, PLATFORMS } from "#contracts/content/brief-answers.ts";
import {
  FIGURE_DAYS_MAX,
  FIGURE_SOURCE_MAX,
  METRICS,
  PLATFORM_METRICS,
  POST_METRICS,
  REPORT_WORDS_MAX,
} from "#contracts/content/report-figures.ts";
import { TERMS } from "#contracts/terms.ts";
import type { ReportRevision, ReportWork } from "#db/ops/list-reports.ts";
import { ActionForm } from "../layout/forms.tsx";
import { Table } from "../layout/table.tsx";
import {
  BEST,
  bestKey,
  daysName,
  fieldName,
  isLeftOut,
  type ReadFile,
  type ReportFields,
  sourceName,
} from "./read-report.ts";
import { LivePosts } from "./report-view.tsx";

const OPTION_LETTERS = 60;

export const ReportForm: FC<{
  action: string;
  fields: ReportFields;
  read: ReadFile | null;
  draft: ReportRevision | undefined;
  published: ReportRevision | undefined;
  work: ReportWork;
}> = ({ action, fields, read, draft, published, work }) => {
  const live = new Set(
    work.posts.flatMap(({ publications }) => publications.map(({ platform }) => platform)),
  );
  return (
    <ActionForm
      class="stack"
      action={action}
      enctype="multipart/form-data"
      autocomplete="off"
      aria-label="Write the report"
      seen={{
        revision: String(draft?.revision ?? (published?.revision ?? 0) + 1),
        saves: String(draft?.saves ?? 0),
      }}
    >
      {draft === undefined && published === undefined ? <LivePosts posts={work.posts} /> : null}
      <label>
        Two sentences for the customer
        <textarea name="words" rows={4} maxlength={REPORT_WORDS_MAX}>
          {`\n${fields.get("words") ?? ""}`}
        </textarea>
        <span class="hint">What mattered in these days, and what comes next. It comes first.</span>
      </label>
      <ExportFields read={read} />
      {PLATFORM_KEYS.map((platform) => (
        <PlatformFields
          key={platform}
          platform={platform}
          fields={fields}
          isOpen={live.has(platform) || read?.platform === platform}
        />
      ))}
      {work.posts.length === 0 ? null : <BestFields fields={fields} posts={work.posts} />}
      <p class="hint">Leave a figure empty if you don’t know it. Empty doesn’t mean 0.</p>
      {draft === undefined || work.hasEnded ? null : (
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
    </ActionForm>
  );
};

const ExportFields: FC<{ read: ReadFile | null }> = ({ read }) => (
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
);

const WhatWasRead: FC<{ read: ReadFile }> = ({ read: { platform, outcome } }) => {
  if (typeof outcome === "string") {
    return (
      <p class="field-error" role="alert">
        {outcome}
      </p>
    );
  }
  const { rows, unused, unread, unclear } = outcome;
  return (
    <output class="notice">
      {`${PLATFORMS[platform]}: ${String(rows)} rows added up. Look at the figures below, then save.`}
      {unread === 0 ? "" : ` ${String(unread)} cells hold no number and were left out.`}
      {unclear.length === 0
        ? ""
        : ` Left blank, because these may be other numbers than they look like: ${unclear.join("; ")}.`}
      {unused.length === 0 ? "" : ` Columns not used: ${unused.join(", ")}.`}
    </output>
  );
};

const BestFields: FC<{ fields: ReportFields; posts: ReportWork["posts"] }> = ({
  fields,
  posts,
}) => {
  const chosen = (name: string) => fields.get(name) ?? "";
  return (
    <fieldset class="stack">
      <legend>Best post, if you know its figure</legend>
      <label>
        Post
        <select name={BEST.post}>
          <option value="">None</option>
          {posts.flatMap(({ id, text, publishedOn, publications }) =>
            publications.map(({ platform }) => {
              const key = bestKey(platform, id);
              return (
                <option key={key} value={key} selected={key === chosen(BEST.post)}>
                  {`${PLATFORMS[platform]}, ${publishedOn}: ${text.slice(0, OPTION_LETTERS)}`}
                </option>
              );
            }),
          )}
        </select>
      </label>
      <div class="actions">
        <label>
          Figure of the post
          <select name={BEST.metric}>
            {POST_METRICS.map((metric) => (
              <option key={metric} value={metric} selected={metric === chosen(BEST.metric)}>
                {METRICS[metric]}
              </option>
            ))}
          </select>
        </label>
        <label>
          Its number
          <input name={BEST.value} value={chosen(BEST.value)} inputmode="numeric" maxlength={14} />
        </label>
      </div>
      <p class="hint">
        The report and its email show this post. An export with a column of addresses fills it in.
      </p>
    </fieldset>
  );
};

const PlatformFields: FC<{ platform: Platform; fields: ReportFields; isOpen: boolean }> = ({
  platform,
  fields,
  isOpen,
}) => {
  const field = (name: string) => fields.get(name) ?? "";
  const isWritten = [...fields].some(
    ([name, text]) => name.startsWith(`${platform}.`) && name !== daysName(platform) && text !== "",
  );
  return (
    <details open={isOpen || isWritten}>
      <summary>{PLATFORMS[platform]}</summary>
      <Table
        class="small report figures"
        caption={PLATFORMS[platform]}
        heads={["Figure", "These days", "Days before"]}
      >
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
      </Table>
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
            value={field(daysName(platform)) || String(TERMS.report.days)}
            min={1}
            max={FIGURE_DAYS_MAX}
          />
        </label>
      </div>
    </details>
  );
};

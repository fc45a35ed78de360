/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { DAY_ORDERS } from "#contracts/content/month.ts";
import { counted } from "#contracts/counted.ts";
import { londonTime } from "#contracts/due-times.ts";
import { createMediaAddress } from "#db/content/media/media-address.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import { listDrafts } from "#db/ops/find-drafts.ts";
import { listOperators, type OperatorRow } from "#db/ops/find-operators.ts";
import { listPostsOfCustomer } from "#db/ops/find-posts.ts";
import { findSubmittedBrief } from "#db/ops/find-submitted-brief.ts";
import { listMaterialOfCustomer } from "#db/ops/list-material-of-customer.ts";
import { displayName } from "../customers/redact.ts";
import { isRevealed } from "../customers/reveal.ts";
import { type OpsContext, type OpsDeps, signedInOf, useOpsContext, useSignedIn } from "../env.ts";
import { FlashMessage } from "../layout/flash-message.tsx";
import { formatLondonMonth } from "../layout/format-time.ts";
import { ActionForm } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { AllowanceNote } from "./allowance.tsx";
import { DraftFields, LIBRARY_LIST } from "./draft-fields.tsx";
import { PostTable } from "./post-view.tsx";
import { checkRows, isComplete } from "./problems.ts";
import { mayBeProposedTo, NO_SUBSCRIPTION } from "./propose.ts";
import { libraryNames, newRow, rowOfDraft, type SheetRow } from "./read-drafts.ts";

/** A list of suggestions has the newest files; any other is found by its name as well. */
const SUGGESTED = 200;

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;

/** @returns the month of today for anything else */
export const readMonth = (text: string | null | undefined, now: Date): string =>
  text != null && MONTH.test(text) ? text : londonTime(now.getTime()).day.slice(0, 7);

export const monthLabel = (month: string) => formatLondonMonth(`${month}-01`);

/** @param by whole months */
export function monthFrom(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/**
 * Reads what each page about the drafts of a customer's month shows. Posts are read since the month before it, or before the present one, because a
 * billing month begins there. The posts of a free trial count together, whenever they were.
 */
export async function readSheetData(
  { db, mediaKeys, apiUrl, now }: OpsDeps,
  customer: ContentCustomer,
  month: string,
) {
  const key = customerKeyOf(customer);
  const [first = ""] = [month, readMonth(null, now())].toSorted();
  const since = customer.enquiryId === null ? `${monthFrom(first, -1)}-01` : "2000-01-01";
  const [posts, files, operators, brief] = await Promise.all([
    listPostsOfCustomer(db, key, since),
    listMaterialOfCustomer(db, key),
    listOperators(db),
    customer.userId === null ? null : findSubmittedBrief(db, customer.userId),
  ]);
  const address = createMediaAddress(mediaKeys, apiUrl, now());
  return { customer, key, posts, files, operators, brief, address, now: now() };
}
export type SheetData = Awaited<ReturnType<typeof readSheetData>>;

export const FLASH_TEXTS = {
  saved: "Saved. The customer sees none of it.",
  pasted: "Added as drafts. The customer sees none of it.",
  pasted_partly: "Added as drafts. Titles and columns with other names were left out.",
  proposed: "Proposed. The customer gets one email.",
  done: "Done.",
  partly:
    "Done, but not all: someone changed or proposed some of them first. They stay as they are.",
  nothing_to_do: "That was done already. Nothing was changed.",
  file_added: "Added.",
  adopted: "This free trial became a customer’s. What was made for it is here.",
} as const;

/** The way back from the pages below a customer. */
export const CustomerLink: FC<{ customer: ContentCustomer }> = ({ customer }) => {
  const key = customerKeyOf(customer);
  const name = displayName(customer, { isRevealed: isRevealed(useOpsContext(), key) });
  return <a href={paths.customer(key)}>{name}</a>;
};

type SheetPage = {
  month: string;
  /** As typed, when it could not be saved. */
  typed?: readonly SheetRow[];
  /** Text that was pasted and could not be read. */
  paste?: { text: string; error: string };
};

/** All drafts and posts of one month. */
export async function sheetPage(
  c: OpsContext,
  deps: OpsDeps,
  customer: ContentCustomer,
  { month, typed, paste }: SheetPage,
) {
  const data = await readSheetData(deps, customer, month);
  const { key, posts, now } = data;
  const { mayAct } = signedInOf(c);
  const saved = (await listDrafts(deps.db, key, { month })).map(rowOfDraft);
  const typedIds = new Set(typed?.map(({ id }) => id));
  const rows =
    typed === undefined
      ? [...saved, newRow(deps.makeId("post"))]
      : [...typed, ...saved.filter(({ id }) => !typedIds.has(id))];
  const ofMonth = posts.filter(({ plannedOn }) => plannedOn.startsWith(month)).toReversed();
  const isRefused = typed !== undefined || paste !== undefined;
  if (isRefused) c.status(paste === undefined ? 409 : 422);
  return c.render(
    <Page
      title={`${monthLabel(month)}, posts`}
      current="content"
      script={mayAct}
      kicker={<CustomerLink customer={customer} />}
      heading={monthLabel(month)}
      beside={
        <nav class="pages" aria-label="Months">
          <a rel="prev" href={paths.sheet(key, monthFrom(month, -1))}>
            {monthLabel(monthFrom(month, -1))}
          </a>
          <a rel="next" href={paths.sheet(key, monthFrom(month, 1))}>
            {monthLabel(monthFrom(month, 1))}
          </a>
          <a href={paths.library(key)}>Files</a>
          <a href={paths.calendarCsv(key, month)}>CSV</a>
          <a href={paths.calendarIcs(key, month)}>Calendar file</a>
          {mayAct ? <a href="#paste">Paste a month</a> : null}
        </nav>
      }
    >
      <FlashMessage texts={FLASH_TEXTS} />
      {isRefused ? (
        <p class="notice bad" role="alert">
          {paste?.error ??
            "Not everything is saved yet: look for what is red. Nothing that you typed is lost."}
        </p>
      ) : null}
      {mayBeProposedTo(customer) ? null : <p class="notice">{NO_SUBSCRIPTION}</p>}
      <AllowanceNote customer={customer} posts={posts} now={now} />
      <SheetForm data={data} rows={rows} month={month} posts={ofMonth} back={null} />
      {mayAct ? (
        <>
          <p class="actions">
            <a class="button plain" href={paths.act(key, { act: "copy-here", month })}>
              {`Copy ${monthLabel(monthFrom(month, -1))} to here…`}
            </a>
          </p>
          <PasteForm customerKey={key} month={month} text={paste?.text ?? ""} />
        </>
      ) : null}
    </Page>,
  );
}

/** The form of one or more drafts: texts and files, in one. */
export const SheetForm: FC<{
  data: SheetData;
  rows: readonly SheetRow[];
  month: string;
  /** The month has these; they can be moved, copied, reassigned and withdrawn beside the drafts. */
  posts: readonly PostRow[] | null;
  /** The post on whose page the form is. */
  back: PostRow | null;
}> = ({ data, rows, month, posts, back }) => {
  const { key, operators, address, files, now } = data;
  const { mayAct } = useSignedIn();
  const drafts = rows.filter((row) => row.revision > 0 || row.base !== null || row.text !== "");
  const { byRow } = checkRows(rows, data);
  const complete = drafts.filter(({ id }) => isComplete(byRow.get(id)));
  return (
    <ActionForm
      seen={{ month, back: back?.id ?? null }}
      class="stack sheet"
      action={paths.saveSheet(key)}
      enctype="multipart/form-data"
      autocomplete="off"
      aria-label={back === null ? "Drafts of the month" : "Change the post"}
      data-files={paths.addFile(key)}
      data-unsaved={rows.some(({ errors }) => errors.length > 0) || undefined}
    >
      <datalist id={LIBRARY_LIST}>
        {[...libraryNames(files).keys()].slice(-SUGGESTED).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <section aria-label="Drafts">
        {back === null ? <h2>{`Drafts (${String(drafts.length)})`}</h2> : null}
        {mayAct && back === null ? (
          <p class="quiet drop" data-drop hidden>
            Drop files anywhere on this page: names like 2026-12-03-figs.jpg or row-4.jpg find their
            row, others go to the rows without files, in order.
          </p>
        ) : null}
        {rows
          .filter(() => mayAct)
          .map((row) => (
            <DraftFields
              key={row.id}
              row={row}
              base={data.posts.find(({ id }) => id === row.base?.postId) ?? null}
              problems={byRow.get(row.id) ?? []}
              operators={operators}
              address={address}
            />
          ))}
        {mayAct ? null : <DraftList rows={drafts} />}
      </section>
      {mayAct ? (
        <div class="actions sheet-bar">
          <button type="submit" class="plain">
            Save
          </button>
          <button type="submit" formaction={paths.saveAndLook(key)}>
            {back !== null
              ? "Save and look: propose…"
              : complete.length === 0
                ? "Save and look"
                : `Save and look: propose ${counted(complete.length, "post")}…`}
          </button>
          {back === null ? <ActField operators={operators} action={paths.saveAndAct(key)} /> : null}
        </div>
      ) : null}
      {posts === null ? null : (
        <section>
          <h2>{`Proposed (${String(posts.length)})`}</h2>
          <PostTable posts={posts} now={now} address={address} hasTicks={mayAct} />
        </section>
      )}
    </ActionForm>
  );
};

/** For those who may only look. */
const DraftList: FC<{ rows: readonly SheetRow[] }> = ({ rows }) => (
  <ul class="log">
    {rows.map((row) => (
      <li key={row.id}>
        <span class="quiet">{`${row.plannedOn} ${row.plannedTime}`}</span>
        <span class="words">{row.text}</span>
      </li>
    ))}
  </ul>
);

export const ACTS = {
  "day-later": "Move a day later",
  "week-later": "Move a week later",
  "day-earlier": "Move a day earlier",
  "week-earlier": "Move a week earlier",
  copy: "Copy to the next month",
  "copy-here": "Copy from the last month",
  ready: "Mark as ready",
  remove: "Delete drafts, withdraw posts",
  assign: "Reassign",
} as const;
export type ActName = keyof typeof ACTS;

const ActField: FC<{ operators: readonly OperatorRow[]; action: string }> = ({
  operators,
  action,
}) => (
  <>
    <label>
      <span class="unseen">With the ticked ones, or with all of them when none is ticked</span>
      <select name="act">
        {Object.entries(ACTS)
          .filter(([act]) => act !== "copy-here" && act !== "assign")
          .map(([act, label]) => (
            <option key={act} value={act}>
              {label}
            </option>
          ))}
        {operators.map(({ userId, name }) => (
          <option key={userId} value={`assign:${userId}`}>
            {`Reassign to ${name}`}
          </option>
        ))}
      </select>
    </label>
    <button type="submit" class="plain" formaction={action}>
      Continue…
    </button>
  </>
);

const PasteForm: FC<{ customerKey: string; month: string; text: string }> = ({
  customerKey,
  month,
  text,
}) => (
  <ActionForm class="stack" action={paths.pasteMonth(customerKey)} seen={{ on: month }} id="paste">
    <label>
      Paste a month
      <textarea name="month" rows={6}>
        {`\n${text}`}
      </textarea>
      <span class="hint">
        Rows of a sheet or CSV whose first row names the columns date, time, platforms and text, and
        format where there are reels. Or Markdown: a line like “## 3 Dec 18:00 instagram, facebook”
        or “## 3 Dec 18:00 reel, instagram”, then the text. They become drafts.
      </span>
    </label>
    <div class="actions">
      <button type="submit">Add as drafts</button>
      <label>
        <span class="unseen">How dates like 3/4/2026 are meant</span>
        <select name="day_order">
          {Object.entries(DAY_ORDERS).map(([order, label]) => (
            <option key={order} value={order}>
              {`Dates are ${label}`}
            </option>
          ))}
        </select>
      </label>
    </div>
  </ActionForm>
);

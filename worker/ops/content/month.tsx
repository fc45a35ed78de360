/** @jsxImportSource hono/jsx */
import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import type { FC } from "hono/jsx";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { DAY_ORDERS, type DayOrder, type MonthRow, parseMonth } from "#contracts/content/month.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import type { PostContent } from "#contracts/content/posts.ts";
import { counted } from "#contracts/counted.ts";
import { londonTime } from "#contracts/due-times.ts";
import { isId } from "#contracts/ids.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import { listPostsOfCustomer } from "#db/ops/find-posts.ts";
import { findSubmittedBrief, type SubmittedBrief } from "#db/ops/find-submitted-brief.ts";
import { displayName } from "../customers/redact.ts";
import { isRevealed } from "../customers/reveal.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { formatLondonDay } from "../layout/format-time.ts";
import { Heads } from "../layout/heads.tsx";
import { CsrfField, page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";
import { checkProposal, mayGoOver, OverField, textsOf } from "./allowance.tsx";
import { contentOf, planKey } from "./post-view.tsx";
import {
  customerNotFound,
  findCustomerOfPath,
  mayBeProposedTo,
  NO_SUBSCRIPTION,
  propose,
} from "./propose.ts";
import { whyRefused } from "./read-post.ts";

/** Checks and proposes the posts of a month that are pasted at once. Checking stores nothing. */
export function monthRoutes(deps: OpsDeps) {
  return new Hono<OpsEnv>()
    .post("/:key/month", async (c) => {
      const customer = await findCustomerOfPath(deps.db, c.req.param("key"));
      if (customer === null) return customerNotFound(c);
      const checked = await check(deps, customer, c.get("form"));
      return monthPage(c, customer, checked, isReady(checked) ? null : "errors");
    })
    .post("/:key/month/propose", async (c) => {
      const customer = await findCustomerOfPath(deps.db, c.req.param("key"));
      if (customer === null) return customerNotFound(c);
      const form = c.get("form");
      const checked = await check(deps, customer, form);
      if (!isReady(checked)) return monthPage(c, customer, checked, "errors");
      if (!mayBeProposedTo(customer)) return monthPage(c, customer, checked, "no_subscription");
      // Nothing is proposed that the operator has not seen in the table.
      if (form.get("checked") !== checked.hash) return monthPage(c, customer, checked, "changed");
      if (checked.over.length > 0 && !mayGoOver(form)) {
        return monthPage(c, customer, checked, "over");
      }
      const posts = checked.rows.map(({ id, post }) => ({ ...post, id }));
      return propose(c, deps, customer, posts);
    });
}

type CheckedRow = MonthRow & {
  /** Makes a second sending harmless. */
  id: string;
  /** What needs a tick. */
  ticks: readonly string[];
  notes: readonly string[];
};

type Checked = {
  paste: string;
  hash: string;
  /** Why the text as a whole cannot be read. */
  error: string | null;
  rows: readonly CheckedRow[];
  /** Titles and columns. */
  leftOut: readonly string[];
  dayOrder: DayOrder | null;
  over: readonly string[];
};

const isReady = ({ error, rows }: Checked) =>
  error === null && rows.every((row) => row.error === null);

async function check(
  { db, now, makeId }: OpsDeps,
  customer: ContentCustomer,
  form: URLSearchParams,
): Promise<Checked> {
  const paste = (form.get("month") ?? "").replaceAll("\r\n", "\n");
  const order: DayOrder = form.get("day_order") === "month_first" ? "month_first" : "day_first";
  const hash = createHash("sha256").update(`${order}\n${paste}`).digest("hex");
  const month = parseMonth(paste, londonTime(now().getTime()).day, order);
  if (typeof month === "string") {
    return { paste, hash, error: month, rows: [], leftOut: [], dayOrder: null, over: [] };
  }
  const [posts, brief] = await Promise.all([
    listPostsOfCustomer(db, customerKeyOf(customer)),
    customer.userId === null ? null : findSubmittedBrief(db, customer.userId),
  ]);
  const given = form.getAll("id").filter((id) => isId("post", id));
  const ids = given.length === month.rows.length ? given : month.rows.map(() => makeId("post"));
  const proposedBefore = new Map(posts.map((post) => [post.id, planKey(contentOf(post))]));
  const seen = new Map(postsBefore(posts, ids));
  const named = month.rows.map((row, index) => {
    const same = row.error === null ? seen.get(planKey(row.post)) : undefined;
    seen.set(planKey(row.post), `The same as row ${String(row.row)}.`);
    const id = ids[index] ?? "";
    // Another text in the form of a month that was proposed: with the same id it would be lost.
    const isOther = (proposedBefore.get(id) ?? planKey(row.post)) !== planKey(row.post);
    return { ...row, same, isOther, id: isOther ? makeId("post") : id };
  });
  const { byPost, together } = checkProposal(customer, {
    posts,
    proposed: named.map(({ id, post }) => ({ ...post, id })),
    now: now(),
  });
  const rows = named.map(({ same, isOther, ...row }): CheckedRow => {
    const problems = byPost.get(row.id) ?? [];
    const [refused] = textsOf(problems, "error");
    return {
      ...row,
      error: row.error ?? whyRefused(row.post, now()) ?? same ?? refused ?? null,
      ticks: textsOf(problems, "tick"),
      notes: [
        ...(isOther ? ["Proposed before with other words: this one is added."] : []),
        ...textsOf(problems, "note"),
        ...notesOf(row.post, brief),
        ...row.notes,
      ],
    };
  });
  const ticked = rows.filter(({ ticks }) => ticks.length > 0).map(({ row }) => row);
  const over = [
    ...textsOf(together, "tick"),
    ...(ticked.length === 0 ? [] : [`See what is bold in row ${ticked.join(", ")}.`]),
  ];
  const { titles, unread, more, dayOrder } = month;
  return {
    paste,
    hash,
    error: null,
    rows,
    leftOut: [...titles, ...unread, ...more],
    dayOrder,
    over,
  };
}

function postsBefore(posts: readonly PostRow[], ids: readonly string[]): [string, string][] {
  return posts
    .filter((post) => !post.isWithdrawn && !ids.includes(post.id))
    .map((post) => [planKey(contentOf(post)), "This post was proposed already."]);
}

function notesOf(post: PostContent, brief: SubmittedBrief | null): string[] {
  const unknown = post.platforms.filter((key) => brief?.answers[key].trim() === "");
  const names = unknown.map((key) => PLATFORMS[key]).join(", ");
  return names === "" ? [] : [`Not in the brief: ${names}.`];
}

type Refusal = "errors" | "changed" | "over" | "no_subscription";

const REFUSALS: Readonly<Record<Refusal, string>> = {
  errors: "Nothing has been proposed yet. Correct the text below and check it again.",
  changed:
    "Nothing has been proposed yet: the text changed after it was checked. Check the posts again.",
  over: "Nothing has been proposed yet: read what is bold, and tick the box to go ahead.",
  no_subscription: NO_SUBSCRIPTION,
};

function monthPage(
  c: Context<OpsEnv>,
  customer: ContentCustomer,
  checked: Checked,
  refusal: Refusal | null,
) {
  const key = customerKeyOf(customer);
  const count = checked.rows.length;
  const ready = isReady(checked);
  return page(
    c,
    { title: "A month at once", current: "content" },
    <>
      <p class="kicker">
        <a href={paths.customerContent(key)}>
          Posts for {displayName(customer, { isRevealed: isRevealed(c, key) })}
        </a>
      </p>
      <h1>A month at once</h1>
      {refusal === null ? null : (
        <p class="notice bad" role="alert">
          {checked.error ?? REFUSALS[refusal]}
        </p>
      )}
      {checked.leftOut.length === 0 ? null : <p>Left out: {checked.leftOut.join(", ")}.</p>}
      {count === 0 ? null : <CheckedTable rows={checked.rows} />}
      <form class="stack" method="post" action={paths.checkMonth(key)} autocomplete="off">
        <CsrfField token={signedInOf(c).csrfToken} />
        <input type="hidden" name="checked" value={checked.hash} />
        {checked.rows.map(({ id }) => (
          <input key={id} type="hidden" name="id" value={id} />
        ))}
        {checked.dayOrder === null ? null : (
          <fieldset aria-label="Dates like 3/4/2026" class="actions">
            {Object.entries(DAY_ORDERS).map(([order, label]) => (
              <label key={order} class="choice">
                <input
                  type="radio"
                  name="day_order"
                  value={order}
                  checked={order === checked.dayOrder}
                />
                {`Dates are ${label}`}
              </label>
            ))}
          </fieldset>
        )}
        {ready ? (
          <details>
            <summary>Change the text</summary>
            <MonthField paste={checked.paste} />
          </details>
        ) : (
          <MonthField paste={checked.paste} />
        )}
        {ready ? <OverField over={checked.over} /> : null}
        <div class="actions">
          {ready ? (
            <button type="submit" formaction={paths.proposeMonth(key)}>
              {`Propose ${counted(count, "post")}`}
            </button>
          ) : null}
          <button type="submit" class={ready ? "plain" : undefined}>
            Check again
          </button>
        </div>
      </form>
    </>,
    refusal === null ? 200 : 422,
  );
}

export const MonthField: FC<{ paste?: string }> = ({ paste = "" }) => (
  <label>
    Posts for a month
    <textarea name="month" rows={12}>
      {`\n${paste}`}
    </textarea>
    <span class="hint">
      Paste rows of a sheet or CSV whose first row names the columns date, time, platforms and text,
      and format where there are reels. Or write Markdown: a line like “## 3 Dec 18:00 instagram,
      facebook” or “## 3 Dec 18:00 reel, instagram”, then the text.
    </span>
  </label>
);

const CheckedTable: FC<{ rows: readonly CheckedRow[] }> = ({ rows }) => (
  <table>
    <Heads of={["Row", "Post", "Planned, London time", "To look at"]} />
    <tbody>
      {rows.map(({ row, post, error, ticks, notes }) => (
        <tr key={row}>
          <td>{row}</td>
          <td>
            <div class="words">{post.text}</div>
            <span class="quiet">{placeLabel(post)}</span>
          </td>
          <td class="when">
            {post.plannedOn === "" ? "–" : formatLondonDay(post.plannedOn)}
            <span class="quiet">{post.plannedTime}</span>
          </td>
          <td>
            {error === null ? null : <span class="field-error">{error}</span>}
            {ticks.map((text) => (
              <strong key={text}>{text} </strong>
            ))}
            {notes.map((note) => (
              <div key={note}>{note}</div>
            ))}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

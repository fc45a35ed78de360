import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedInstant } from "#contracts/content/planned-time.ts";
import { POST_FORMATS } from "#contracts/content/posts.ts";
import { HOUR_MS } from "#contracts/durations.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import { listPostsOfCustomer } from "#db/ops/find-posts.ts";
import type { OpsContext, OpsDeps } from "../env.ts";
import { writeCsv } from "../layout/csv.ts";
import { stateLabel, stateOf } from "./post-view.tsx";

async function listMonth({ db }: OpsDeps, customer: ContentCustomer, month: string) {
  const posts = await listPostsOfCustomer(db, customerKeyOf(customer), `${month}-01`);
  return posts.filter((post) => post.plannedOn.startsWith(month) && !post.isWithdrawn).toReversed();
}

function download(c: OpsContext, body: string, { type, name }: { type: string; name: string }) {
  return c.body(body, 200, {
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Disposition": `attachment; filename="${name}"`,
  });
}

const HEAD = ["date", "time", "platforms", "format", "text", "first comment", "state", "addresses"];

/** The columns that a month is pasted with, and what became of it. */
export async function calendarCsv(
  c: OpsContext,
  deps: OpsDeps,
  customer: ContentCustomer,
  month: string,
) {
  const rows = (await listMonth(deps, customer, month)).map((post) => [
    post.plannedOn,
    post.plannedTime,
    post.platforms.map((platform) => PLATFORMS[platform]).join(", "),
    POST_FORMATS[post.format],
    post.text,
    post.firstComment ?? "",
    stateLabel(stateOf(post)),
    post.publications.map(({ url }) => url).join(" "),
  ]);
  const csv = `\uFEFF${writeCsv([HEAD, ...rows])}`;
  return download(c, csv, { type: "text/csv", name: `posts-${month}.csv` });
}

/** RFC 5545: what is no field's text is escaped, and lines fold at 75 bytes. */
const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, "\\n");

function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const letter of line) {
    const most = parts.length === 0 ? 75 : 74;
    if (Buffer.byteLength(part + letter) > most) {
      parts.push(part);
      part = "";
    }
    part += letter;
  }
  return [...parts, part].join("\r\n ");
}

const stamp = (iso: string) => iso.replaceAll(/[-:]|\.\d{3}/g, "");

export async function calendarIcs(
  c: OpsContext,
  deps: OpsDeps,
  customer: ContentCustomer,
  month: string,
) {
  const host = new URL(deps.siteUrl).hostname;
  const event = (post: PostRow) => {
    const start = plannedInstant(post);
    if (start === null) return [];
    const end = new Date(Date.parse(start) + HOUR_MS).toISOString();
    return [
      "BEGIN:VEVENT",
      `UID:${post.id}@${host}`,
      `DTSTAMP:${stamp(post.proposedAt)}`,
      `DTSTART:${stamp(start)}`,
      `DTEND:${stamp(end)}`,
      `SUMMARY:${escaped(`${placeLabel(post)}: ${post.text.slice(0, 60)}`)}`,
      `DESCRIPTION:${escaped(`${stateLabel(stateOf(post))}\n\n${post.text}`)}`,
      "END:VEVENT",
    ];
  };
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${host}//calendar//EN`,
    ...(await listMonth(deps, customer, month)).flatMap(event),
    "END:VCALENDAR",
  ];
  const ics = lines.map((line) => `${folded(line)}\r\n`).join("");
  return download(c, ics, { type: "text/calendar", name: `posts-${month}.ics` });
}

import { counted } from "#contracts/counted.ts";
import type { MorningWork } from "#db/ops/find-team-work.ts";
import type { Mail } from "../ports/mailer.ts";
import { promiseLine } from "./promise-alert.ts";
import type { TeamMailReader } from "./team-mail.ts";
import { postLines, workMail } from "./work-lines.ts";

export type MorningWorkInput = TeamMailReader & { work: MorningWork };

const TITLES = {
  stop: "To take out of schedulers now",
  due: "Due today, or late",
  changes: "Changes asked for",
  publish: "To publish",
  call: "Reminded twice, or the hour has passed without an answer: call",
  waiting: "Waiting for the customer for more than three days",
  reports: "Reports due",
} as const satisfies Record<keyof MorningWork, string>;

/** Tells an account manager in the morning what the day asks for. */
export function morningWork({ work, ...reader }: MorningWorkInput): Mail {
  const keys = Object.keys(TITLES) as (keyof MorningWork)[];
  const count = keys.reduce((sum, key) => sum + work[key].total, 0);
  return workMail(reader, {
    subject: `Today: ${counted(count, "thing")} to do`,
    kicker: "Your morning list",
    headline: "What today asks for.",
    message: "Of the customers you look after, and first of all what we promised.",
    lists: keys.filter((key) => work[key].total > 0).map((key) => listOf(work, key, reader.opsUrl)),
  });
}

function listOf(work: MorningWork, key: keyof MorningWork, opsUrl: string) {
  if (key !== "due" && key !== "reports") return postLines(TITLES[key], work[key], opsUrl);
  const { total, rows } = work[key];
  return {
    title: `${TITLES[key]} (${total})`,
    lines: rows.map((promise) => promiseLine(promise, opsUrl)),
    more: total - rows.length,
  };
}

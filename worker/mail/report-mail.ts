import type { BestFigure } from "#contracts/content/report-figures.ts";
import { periodLabel, type ReportPeriod } from "#contracts/content/report-period.ts";
import { bestFigureLabels } from "#contracts/messages/reports.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import type { Mail } from "../ports/mailer.ts";
import { actionMail, type ActionMailReader } from "./action-mail.ts";
import type { PostCard } from "./post-cards.tsx";

export type ReportMailInput = ActionMailReader & {
  period: ReportPeriod;
  isCorrection: boolean;
  /** Null when nothing is known that one would begin with. */
  best: BestFigure | null;
  bestPost: { name: string; label: string; card: PostCard } | null;
  /** Opens this report without signing in. */
  link: string;
};

const NOTE = `The link opens this report only, for ${inText(TERMS.reportLink)} and without signing in, so only forward it to people who should read it. All your reports are on your dashboard.`;

/** Tells a customer that a report is published, beginning with its best figure. */
export function reportMail(input: ReportMailInput): Mail {
  const period = periodLabel(input.period);
  const best = input.best && bestFigureLabels(input.best);
  const texts = input.isCorrection
    ? {
        subject: `Your report has been corrected: ${period}`,
        headline: "We corrected your report.",
        message: `Something in your report for ${period} was wrong. Here is the corrected version.`,
      }
    : {
        subject: `Your report is ready: ${period}`,
        headline: best === null ? "Your report is ready." : `${best.name}: ${best.value}.`,
        message: `What your posts did, and what went live: ${period}.`,
      };
  return actionMail(input, {
    ...texts,
    kicker: "Your report",
    details:
      input.bestPost === null
        ? []
        : [
            { title: `Best post: ${input.bestPost.label}` },
            { cards: { name: input.bestPost.name, posts: [input.bestPost.card], more: 0 } },
          ],
    action: { label: "Open my report", url: input.link },
    note: NOTE,
  });
}

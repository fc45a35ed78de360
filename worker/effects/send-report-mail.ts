import { placeLabel } from "#contracts/content/place-label.ts";
import { dayLabel } from "#contracts/content/planned-label.ts";
import { bestFigures, bestPostOf } from "#contracts/content/report-figures.ts";
import { bestPostLabel } from "#contracts/messages/reports.ts";
import type { ReportRow } from "#db/content/find-reports.ts";
import { isCompanyName } from "../mail/greeting.ts";
import { type ReportMailInput, reportMail } from "../mail/report-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { isLate, LATE_CONTENT_MAILS } from "./late-mail.ts";
import { sendMail } from "./send-mail.ts";

export function sendReportMail(deps: EffectDeps): Effect<"ReportPublished"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.report,
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      const { data, correlationId } = event;
      const [user, report] = await Promise.all([
        deps.findUserContact(data.userId),
        deps.findPublishedReport(data.reportId),
      ]);
      if (user === null || report === null) return skipped("erased");
      if (user.email === null) return skipped("no_address");
      if (await isLate(deps, event, LATE_CONTENT_MAILS[event.type])) {
        return skipped("no_longer_true");
      }
      const token = deps.contentLinks.token("report", data.reportId, user.email);
      const mail = reportMail({
        to: user.email,
        firstName: user.firstName,
        accountManager: user.accountManager,
        apiUrl: deps.apiUrl,
        period: report,
        best: bestFigures(report.figures, 1)[0] ?? null,
        bestPost: bestPostIn(report, (mediaId) => deps.pictureUrl(data.reportId, mediaId)),
        isCorrection: data.revision > 1,
        link: `${deps.siteUrl}/reports#${data.reportId}.${token}`,
        siteUrl: deps.siteUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}

function bestPostIn(
  { figures, posts, businessName }: ReportRow,
  pictureUrl: (mediaId: string) => string,
): ReportMailInput["bestPost"] {
  const best = bestPostOf(figures);
  const post = posts.find(({ id }) => id === best?.postId);
  if (best === null || post === undefined) return null;
  const { picture, publishedOn } = post;
  const shown = { ...post, platforms: [best.platform] };
  return {
    name: businessName !== null && isCompanyName(businessName) ? businessName : "Your business",
    label: bestPostLabel(best),
    card: {
      ...shown,
      line: `${dayLabel(publishedOn)} · ${placeLabel(shown)}`,
      picture: picture && { url: pictureUrl(picture.mediaId), alt: picture.alt },
      isFilm: post.format === "reel",
      changes: [],
    },
  };
}

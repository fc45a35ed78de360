import { bestFigures } from "#contracts/content/report-figures.ts";
import { reportMail } from "../mail/report-mail.ts";
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
        deps.findReportSummary(data.reportId),
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
        isCorrection: data.revision > 1,
        link: `${deps.siteUrl}/reports#${data.reportId}.${token}`,
        siteUrl: deps.siteUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}

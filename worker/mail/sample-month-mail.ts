import type { StoredForm } from "#contracts/api/enquiry.ts";
import { COMPANY } from "#contracts/company.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import type { Month } from "#contracts/sample-month/month.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import type { Mail } from "../ports/mailer.ts";
import { composeMail, type MailReader } from "./compose-mail.tsx";

/** Sends the twelve sample posts that somebody asked for at "Your month". */
export function sampleMonthMail(
  { email, consent }: Pick<Extract<StoredForm, { form_type: "sample-month" }>, "email" | "consent">,
  month: Month,
  origin: Omit<MailReader, "to">,
): Mail {
  const { name, town, title, posts, business } = month;
  const { ground, ink, accent } = business.colours;
  const { siteUrl } = origin;
  const reader = { ...origin, to: email };
  return composeMail(reader, {
    subject: `${name}: twelve sample posts for ${title}`,
    kicker: "Your month",
    blocks: [
      { headline: `Twelve posts for ${title}.` },
      {
        lead: `They’re samples, made from three words: ${name}, ${month.trade}, ${town}. A person writes your real month, and nothing goes live until you’ve approved it.`,
      },
      {
        cards: {
          name,
          more: 0,
          posts: posts.map(({ sample, platform, place, ...planned }, index) => ({
            id: planned.plannedOn,
            line: `${plannedLabel(planned)} · ${place}`,
            format: sample.kind,
            text: sample.caption,
            platforms: [platform],
            picture: null,
            drawn: {
              lines: sample.card.big,
              ...(index % 2 === 0 ? { ground, ink, accent } : { ground: ink, ink: ground, accent }),
            },
            isFilm: false,
            changes: [],
          })),
        },
      },
      { action: { label: `Try it free for ${inText(TERMS.trial)}`, url: `${siteUrl}/free-trial` } },
      { note: `The ${COMPANY.name} team` },
    ],
    reason: `You’re getting this one email because somebody entered this address in “Your month” on ${new URL(siteUrl).host} and ticked “${consent}” If that wasn’t you, you can ignore it, or press Unsubscribe in your mail program: no sample month is sent here again.`,
  });
}

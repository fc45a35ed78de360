import type { StoredForm } from "#contracts/api/enquiry.ts";
import { eventListUrl } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import { formatBritishTime } from "./british-time.ts";
import { senderOf } from "./enquiry-params.ts";
import { teamMail, type TeamMailReader } from "./team-mail.ts";
import { FORMS } from "./team-notification.ts";

export type EnquiryDigestInput = TeamMailReader & {
  enquiries: readonly { payload: StoredForm; createdAt: string }[];
  /** More than are listed. */
  hasMore: boolean;
};

/** Tells the team in one mail of enquiries that have none of their own. */
export function enquiryDigest({ enquiries, hasMore, ...reader }: EnquiryDigestInput): Mail {
  const count = `${enquiries.length}${hasMore ? " and more" : ""}`;
  return teamMail(reader, {
    subject: `Enquiries: ${count} in one mail`,
    kicker: "Enquiries",
    blocks: [
      { headline: "Many enquiries came at once." },
      { text: "So many came within an hour that these have no mail of their own." },
      {
        rows: enquiries.map(({ payload, createdAt }, index) => ({
          label: `${index + 1}. ${FORMS[payload.form_type]}, ${formatBritishTime(createdAt)}`,
          value: senderOf(payload),
          dir: "auto",
        })),
      },
      {
        action: {
          label: "Open the enquiries",
          url: `${reader.opsUrl}${eventListUrl({ type: "ContactSubmitted" })}`,
        },
      },
    ],
    because: "when many enquiries come",
  });
}

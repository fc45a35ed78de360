import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { enquiryDigest } from "../mail/enquiry-digest.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

const LISTED_MAX = 100;

export function sendEnquiryDigest(deps: EffectDeps): Effect<"EnquiriesDigested"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run({ data, correlationId }, idempotencyKey) {
      const found = await deps.listDigestedEnquiries(data, LISTED_MAX + 1);
      const enquiries = found.filter(({ email }) => email !== ERASED_EMAIL);
      if (enquiries.length === 0) return skipped("erased");
      const mail = enquiryDigest({
        enquiries: enquiries.slice(0, LISTED_MAX),
        hasMore: found.length > LISTED_MAX,
        to: deps.teamEmail,
        opsUrl: deps.opsUrl,
        siteUrl: deps.siteUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}

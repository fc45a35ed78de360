import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { monthOf } from "#contracts/sample-month/month.ts";
import { findTrade, loadPosts } from "#contracts/sample-month/trades.ts";
import { autoReplyMail } from "../mail/auto-reply.ts";
import { sampleMonthMail } from "../mail/sample-month-mail.ts";
import { enquiryDigest, teamNotification } from "../mail/team-notification.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { mailEffect } from "./mail-effect.ts";

/** Replies once a day per mailbox, and to some strangers a day, because anyone can enter any address. */
export const sendAutoReply = (deps: EffectDeps) =>
  mailEffect<EventOf<"ContactSubmitted">>(deps, "autoReply", async ({ data }, origin) => {
    const { email, payload, createdAt } = await deps.getEnquiry(data.submissionId);
    if (email === ERASED_EMAIL) return "erased";
    if (payload.form_type !== "sample-month") {
      const claim = await deps.claimAutoReply(data.submissionId);
      return claim === "claimed" ? autoReplyMail({ payload }, origin) : claim;
    }
    const claim = await deps.claimSampleMonth(data.submissionId);
    if (claim !== "claimed") return claim;
    const { company: name, town, business_type: trade = "" } = payload;
    const posts = await loadPosts(findTrade(trade));
    const month = monthOf({ name, town, trade }, posts, new Date(createdAt));
    if (month === null) return "nothing_to_do";
    const unsubscribeUrl = deps.unsubscribeUrl(data.submissionId);
    return sampleMonthMail(payload, month, { ...origin, unsubscribeUrl });
  });

export const sendTeamNotification = (deps: EffectDeps) =>
  mailEffect<EventOf<"ContactSubmitted">>(
    deps,
    "team",
    async ({ id, data, occurredAt }, origin) => {
      const enquiry = await deps.getEnquiry(data.submissionId);
      if (enquiry.email === ERASED_EMAIL) return "erased";
      if (enquiry.isInDigest) return "in_digest";
      const reader = { to: deps.teamEmail, eventId: id, occurredAt, ...origin };
      return teamNotification(enquiry, reader);
    },
  );

const LISTED_MAX = 100;

export const sendEnquiryDigest = (deps: EffectDeps) =>
  mailEffect<EventOf<"EnquiriesDigested">>(deps, "team", async ({ data }, origin) => {
    const found = await deps.listDigestedEnquiries(data, LISTED_MAX + 1);
    const enquiries = found.filter(({ email }) => email !== ERASED_EMAIL);
    if (enquiries.length === 0) return "erased";
    return enquiryDigest({
      enquiries: enquiries.slice(0, LISTED_MAX),
      hasMore: found.length > LISTED_MAX,
      to: deps.teamEmail,
      ...origin,
    });
  });

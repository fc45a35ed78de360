import { changedParts } from "#contracts/content/changed-parts.ts";
import { MEDIA_TYPES } from "#contracts/content/media.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { dayLabel } from "#contracts/content/planned-label.ts";
import { bestFigures, bestPostOf } from "#contracts/content/report-figures.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { bestPostLabel } from "#contracts/messages/reports.ts";
import type { ReportRow } from "#db/content/find-reports.ts";
import { postOwnerOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import { approvalMail, type AskedPost } from "../mail/approval-mail.ts";
import { commentsMail, commentsNotification } from "../mail/comments-mail.ts";
import { decisionMail } from "../mail/decision-mail.ts";
import { isCompanyName } from "../mail/greeting.ts";
import { reminderMail } from "../mail/reminder-mail.ts";
import { type ReportMailInput, reportMail } from "../mail/report-mail.ts";
import { stoppedMail } from "../mail/stop-mail.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { isLate, LATE_CONTENT_MAILS } from "./late-mail.ts";
import { mailEffect } from "./mail-effect.ts";

export const sendApprovalMail = (deps: EffectDeps) =>
  mailEffect<EventOf<"ApprovalRequested">>(
    deps,
    "proposal",
    async ({ data: { linkId } }, origin) => {
      const request = await deps.findApprovalRequest(linkId);
      if (request === null || request.email === null) return "no_address";
      if (request.asked.every(({ decision }) => decision !== null)) return "decided_or_withdrawn";
      return approvalMail({
        to: request.email,
        name: request.name,
        isOwner: request.isOwner,
        hasCalendar: request.hasCalendar,
        accountManager: request.accountManager,
        businessName: request.businessName,
        posts: request.asked.map((post) =>
          askedPost(post, (mediaId) => deps.pictureUrl(linkId, mediaId)),
        ),
        token: deps.contentLinks.token("approval", linkId),
        unsubscribeUrl: deps.unsubscribeUrl(request.approverId),
        ...origin,
      });
    },
  );

function askedPost(post: PostRow, pictureUrl: (mediaId: string) => string): AskedPost {
  const { previous, media } = post;
  const [file] = media;
  const isFilm = file !== undefined && MEDIA_TYPES[file.type].kind === "video";
  const mediaIds = media.map(({ mediaId }) => mediaId);
  return {
    ...post,
    picture:
      file === undefined || (isFilm && !file.hasPoster)
        ? null
        : { url: pictureUrl(file.mediaId), alt: file.alt },
    isFilm,
    isChange: previous !== null,
    changes: previous === null ? [] : changedParts(previous, post),
    hasOtherFiles: previous !== null && previous.mediaIds.join() !== mediaIds.join(),
    wasAskedFor: previous?.words != null,
  };
}

/** Mails the team about a customer's comments, and the customer about an operator's. */
export const sendCommentsMail = (deps: EffectDeps) =>
  mailEffect<EventOf<"CommentsAnnounced">>(deps, "team", async (event, origin) => {
    const { userId, enquiryId, by } = event.data;
    const comments = await deps.findAnnouncedComments(event.id);
    if (comments === null) return "erased";
    if (await isLate(deps, event, LATE_CONTENT_MAILS[event.type])) return "no_longer_true";
    const [user, trial] = await Promise.all([
      userId === null ? null : deps.findUserContact(userId),
      enquiryId === undefined
        ? null
        : deps.findTrialReader({ enquiryId, postIds: comments.postIds }),
    ]);
    const to = user?.email ?? trial?.email ?? null;
    if (by === "customer") {
      return commentsNotification({
        comments,
        to: deps.teamEmail,
        customerEmail: to,
        customerKey: postOwnerOf(event.data).id,
        ...origin,
      });
    }
    if (to === null) return "no_address";
    const linkId = trial?.linkId ?? null;
    // Without an account only a link opens the post.
    if (trial !== null && linkId === null) return "expired";
    return commentsMail({
      comments,
      to,
      firstName: user?.firstName ?? trial?.firstName ?? null,
      accountManager: user?.accountManager ?? null,
      token: linkId === null ? null : deps.contentLinks.token("approval", linkId),
      ...origin,
    });
  });

export const sendDecisionReceipt = (deps: EffectDeps, reader: "decider" | "owner" = "decider") =>
  mailEffect<EventOf<"DecisionsAnnounced">>(deps, "proposal", async ({ id }, origin) => {
    const receipt = await deps.findReceipt(id, reader);
    // A decision that was taken back meanwhile is in the next email.
    if (receipt === null) return "erased";
    if (receipt.email === null) return "no_address";
    return decisionMail({
      to: receipt.email,
      firstName: receipt.firstName,
      decidedBy: reader === "owner" ? receipt.decidedBy : null,
      decisions: receipt.decisions,
      hasCalendar: receipt.hasCalendar,
      ...origin,
    });
  });

/** Tells the owner what an approver decided. */
export const sendDecisionNotice = (deps: EffectDeps) => ({
  ...sendDecisionReceipt(deps, "owner"),
  when: ({ data }: { data: { by: "owner" | "approver" } }) => data.by === "approver",
});

export const sendPostReminder = (deps: EffectDeps) =>
  mailEffect<EventOf<"PostsReminded">>(deps, "proposal", async ({ data }, origin) => {
    const { linkId, kind } = data;
    const request = await deps.findApprovalRequest(linkId);
    if (request === null || request.email === null) return "no_address";
    const posts = await deps.listRemindedPosts(kind, data.posts);
    if (posts.length === 0) return "decided_or_withdrawn";
    return reminderMail({
      kind,
      posts,
      to: request.email,
      firstName: request.name?.split(" ")[0] ?? null,
      accountManager: request.accountManager,
      hasCalendar: request.hasCalendar,
      token: deps.contentLinks.token("approval", linkId),
      unsubscribeUrl: deps.unsubscribeUrl(request.approverId),
      ...origin,
    });
  });

export const sendReportMail = (deps: EffectDeps) =>
  mailEffect<EventOf<"ReportPublished">>(deps, "report", async (event, origin) => {
    const { userId, reportId, revision } = event.data;
    const [user, report] = await Promise.all([
      deps.findUserContact(userId),
      deps.findPublishedReport(reportId),
    ]);
    if (user === null || report === null) return "erased";
    if (user.email === null) return "no_address";
    if (await isLate(deps, event, LATE_CONTENT_MAILS[event.type])) return "no_longer_true";
    const token = deps.contentLinks.token("report", reportId, user.email);
    return reportMail({
      to: user.email,
      firstName: user.firstName,
      accountManager: user.accountManager,
      period: report,
      best: bestFigures(report.figures, 1)[0] ?? null,
      bestPost: bestPostIn(report, (mediaId) => deps.pictureUrl(reportId, mediaId)),
      isCorrection: revision > 1,
      link: `${deps.siteUrl}/reports#${reportId}.${token}`,
      ...origin,
    });
  });

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

export const sendStoppedMail = (deps: EffectDeps) =>
  mailEffect<EventOf<"PostStopped">>(deps, "proposal", async ({ id, data }, origin) => {
    const receipt = await deps.findReceipt(id, "owner");
    const [post] = receipt?.decisions ?? [];
    if (receipt === null || post === undefined) return "erased";
    if (receipt.email === null) return "no_address";
    return stoppedMail({
      to: receipt.email,
      firstName: receipt.firstName?.split(" ")[0] ?? null,
      post,
      isLive: data.isLive,
      hasCalendar: receipt.hasCalendar,
      ...origin,
    });
  });

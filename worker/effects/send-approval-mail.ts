import { changedParts } from "#contracts/content/changed-parts.ts";
import { MEDIA_TYPES } from "#contracts/content/media.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import { approvalMail, type AskedPost } from "../mail/approval-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

export function sendApprovalMail(deps: EffectDeps): Effect<"ApprovalRequested"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.proposal,
    repeatMayDuplicate: true,
    async run({ data: { linkId }, correlationId }, idempotencyKey) {
      const request = await deps.findApprovalRequest(linkId);
      if (request === null || request.email === null) return skipped("no_address");
      if (request.asked.every(({ decision }) => decision !== null)) {
        return skipped("decided_or_withdrawn");
      }
      const mail = approvalMail({
        to: request.email,
        name: request.name,
        isOwner: request.isOwner,
        hasCalendar: request.hasCalendar,
        accountManager: request.accountManager,
        apiUrl: deps.apiUrl,
        businessName: request.businessName,
        posts: request.asked.map((post) =>
          askedPost(post, (mediaId) => deps.pictureUrl(linkId, mediaId)),
        ),
        token: deps.contentLinks.token("approval", linkId),
        siteUrl: deps.siteUrl,
        correlationId,
        unsubscribeUrl: deps.unsubscribeUrl(request.approverId),
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}

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

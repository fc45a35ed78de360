export const COMMENT_MESSAGES = {
  commentsFailed: "We couldn’t load the comments.",
  commentFailed: "Your comment didn’t reach us. Please try again.",
  earlierComments: "Earlier comments",
  commentMissing: "Write your comment first.",
  commentHint: "A comment doesn’t approve the post: it still needs your approval.",
  commented: "Sent. We’ll reply here.",
} as const;

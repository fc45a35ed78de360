import { createHmac, hash } from "node:crypto";

/** The kind is part of each token, so that a link of one kind opens nothing of another. */
type ContentLink =
  | [kind: "approval", linkId: string]
  /** The token is made from the owner's address, too: when that changes, links in the former mailbox stop working. */
  | [kind: "report", reportId: string, ownerEmail: string]
  /** Ends the emails to an approver or about sample months; it shows and decides nothing, because it stands in addresses. */
  | [kind: "unsubscribe", id: string]
  /** Shows one picture in the email of an approval link or a report, as long as its link works, and decides nothing. */
  | [kind: "picture", linkId: string, mediaId: string];

/** Links of emails that show content without signing in: derived from the row's id, so that none is stored or queued. */
type ContentLinks = {
  /** 43 characters of base64url. */
  token(...link: ContentLink): string;
};

/** @param secret AUTH_CODE_SECRET: its one-time codes have labels of their own */
export function createContentLinks(secret: string): ContentLinks {
  return {
    token: (kind, ...of) =>
      createHmac("sha256", secret)
        .update(JSON.stringify([`${kind}-link`, ...of]))
        .digest("base64url"),
  };
}

export const CONTENT_TOKEN = /^[\w-]{43}$/;

/** The row's column. The token's 256 bits need no key. */
export function contentTokenHash(token: string): string {
  return hash("sha256", token);
}

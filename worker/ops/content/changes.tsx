/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { changedParts } from "#contracts/content/changed-parts.ts";
import type { MediaAddress } from "#db/content/media/media-address.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import { Thumbnail } from "./post-view.tsx";
import type { SheetRow } from "./read-drafts.ts";

/** What a change alters, old beside new; nothing for a new post. */
export const WhatChanged: FC<{
  before: PostRow | null;
  after: SheetRow;
  address: MediaAddress;
}> = ({ before, after, address }) => {
  if (before === null) return null;
  const filesOf = (files: SheetRow["media"]) =>
    files.map(({ mediaId, alt }) => `${mediaId} ${alt}`);
  const hasOtherFiles = filesOf(before.media).join("\n") !== filesOf(after.media).join("\n");
  return (
    <dl class="brief">
      {before.words === null ? null : (
        <div>
          <dt>The customer asked</dt>
          <dd class="said">{before.words}</dd>
        </div>
      )}
      {changedParts(before, after).map(({ name, old, now }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <del>
              <span class="unseen">removed: </span>
              {old}
            </del>
            <ins>
              <span class="unseen">added: </span>
              {now}
            </ins>
          </dd>
        </div>
      ))}
      {hasOtherFiles ? (
        <div>
          <dt>Files, before and after</dt>
          <dd class="actions">
            {before.media.map((file) => (
              <Thumbnail key={file.mediaId} file={file} address={address} />
            ))}
            {" → "}
            {after.media.map((file) => (
              <Thumbnail key={file.mediaId} file={file} address={address} />
            ))}
          </dd>
        </div>
      ) : null}
    </dl>
  );
};

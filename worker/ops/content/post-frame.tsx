/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { Platform } from "#contracts/content/brief-answers.ts";
import { type Frame, type FramePart, frameOf } from "#contracts/content/post-frame.ts";
import type { MediaAddress } from "#db/content/media/media-address.ts";
import type { PostFileRow } from "#db/content/select-posts.ts";
import { isVideo } from "./problems.ts";
import type { SheetRow } from "./read-drafts.ts";

/** A post as the network shows it, with its own crop of each picture. */
export const PostFrame: FC<{
  post: SheetRow;
  platform: Platform;
  /** The business has this name. */
  name: string;
  address: MediaAddress;
}> = ({ post, platform, name, address }) => {
  const files = post.media;
  const media = files.map(
    (file) => ({ ...file, kind: isVideo(file) ? "video" : "picture" }) as const,
  );
  const frame = frameOf({ ...post, media }, platform);
  const parts = {
    head: (
      <p class="frame-head">
        <span class="avatar" aria-hidden="true">
          {name.slice(0, 1)}
        </span>
        <strong>{name}</strong>
      </p>
    ),
    media: <FrameMedia media={frame.media} files={files} address={address} />,
    text: <Caption caption={frame.caption} />,
    actions: null,
  } satisfies Record<FramePart, unknown>;
  return (
    <div class="frame">
      {frame.isOverlay ? parts.head : null}
      {frame.parts.map((part) => parts[part])}
    </div>
  );
};

const FrameMedia: FC<{
  media: Frame["media"];
  files: readonly PostFileRow[];
  address: MediaAddress;
}> = ({ media, files, address }) => {
  if (media === null) return null;
  const [first] = files;
  if (first !== undefined && isVideo(first)) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- platforms make the captions of what we publish
      <video
        src={address(first.mediaId, "original")}
        width={media.width}
        height={media.height}
        controls
        preload="metadata"
        poster={first.hasPoster ? address(first.mediaId, "800") : undefined}
        aria-label={first.alt === "" ? "Video of the post" : first.alt}
      />
    );
  }
  const alts = media.tiles.map(({ index }) => files[index]?.alt ?? "").filter((alt) => alt !== "");
  // A drawing crops by attributes: the console's policy allows no styles in a page.
  return (
    <svg viewBox={`0 0 ${media.width} ${media.height}`} role="img" aria-label={alts.join(". ")}>
      <rect width="100%" height="100%" class="frame-ground" />
      {media.tiles.map(({ index, x, y, width, height }) => {
        const file = files[index];
        if (file === undefined) return null;
        return (
          <image
            key={file.mediaId}
            href={address(file.mediaId, "800")}
            x={x}
            y={y}
            width={width}
            height={height}
            preserveAspectRatio="xMidYMid slice"
          />
        );
      })}
      {media.more === 0 ? null : (
        <text x={media.width - 12} y="24" text-anchor="end" class="frame-more">
          {`+${media.more}`}
        </text>
      )}
    </svg>
  );
};

const Caption: FC<{ caption: Frame["caption"] }> = ({ caption: { shown, rest } }) => (
  <div class="words">
    {shown}
    {rest === "" ? null : (
      <details>
        <summary>… more</summary>
        {rest.trimStart()}
      </details>
    )}
  </div>
);

/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { MediaAddress } from "#db/content/media/media-address.ts";
import type { PostRow } from "#db/content/select-posts.ts";

export const PostMediaView: FC<{ post: PostRow; address: MediaAddress }> = ({ post, address }) => (
  <>
    {post.media.map(({ mediaId, type, alt, width, height, hasPoster }) => (
      <figure key={mediaId}>
        {type.startsWith("video/") ? (
          <>
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- platforms make the captions of what we publish */}
            <video
              src={address(mediaId, "original")}
              width={width}
              height={height}
              controls
              preload="metadata"
              poster={hasPoster ? address(mediaId, "800") : undefined}
              aria-label={alt === "" ? "Video of the post" : alt}
              class="shown"
            />
            <a href={address(mediaId, "original")}>Download the video</a>
          </>
        ) : (
          <a href={address(mediaId, "publish")}>
            <img
              src={address(mediaId, "320")}
              alt={alt}
              width={width}
              height={height}
              class="shown"
            />
          </a>
        )}
        {alt === "" ? null : <figcaption class="quiet">{alt}</figcaption>}
      </figure>
    ))}
  </>
);

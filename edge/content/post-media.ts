import type { PostPicture } from "#contracts/api/content/calendar.ts";
import {
  createMediaAddress,
  createMediaKeys,
  type MediaAddress,
} from "#db/content/media/media-address.ts";
import type { PostMediaRow } from "#db/content/select-posts.ts";
import type { EdgeDeps } from "../deps.ts";

/** A picture or video with addresses for whoever sees the post. */
export function toPostPicture(
  { mediaId: id, type, width, height, alt, hasPoster }: PostMediaRow,
  address: MediaAddress,
): PostPicture {
  const isVideo = type.startsWith("video/");
  return {
    id,
    kind: isVideo ? "video" : "picture",
    width,
    height,
    alt,
    thumb: address(id, isVideo && !hasPoster ? "original" : "320"),
    small: address(id, isVideo && !hasPoster ? "original" : "800"),
    large: address(id, isVideo ? "original" : "1600"),
  };
}

/** Addresses for one answer. */
export function mediaAddressOf({ config, now }: Pick<EdgeDeps, "config" | "now">): MediaAddress {
  return createMediaAddress(createMediaKeys(config.AUTH_CODE_SECRET), config.API_URL, now());
}

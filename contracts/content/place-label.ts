import { PLATFORMS } from "./brief-answers.ts";
import { POST_FORMATS, type PostContent } from "./posts.ts";

/** For example `Reel · Instagram, Facebook`. */
export function placeLabel({
  format,
  platforms,
}: Pick<PostContent, "format" | "platforms">): string {
  const names = platforms.map((platform) => PLATFORMS[platform]).join(", ");
  return format === "post" ? names : `${POST_FORMATS[format]} · ${names}`;
}

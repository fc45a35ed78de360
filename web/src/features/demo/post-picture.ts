import type { PostPicture } from "#contracts/api/content/calendar.ts";
import { findPicture } from "../../art/find-picture.ts";
import { PICTURE_ALTS } from "../../art/picture-alts.ts";

/** A picture of the site, as the API names those of posts; null when it is not there. */
export function postPicture(id: string): PostPicture | null {
  const file = findPicture(id);
  if (file === undefined) return null;
  const at = (width: number) => `/assets/${file.name}-${width}.avif`;
  const copies = { thumb: at(320), small: at(640), large: at(1080) };
  const alt = PICTURE_ALTS[id] ?? "";
  return { id, kind: "picture", width: 1080, height: file.height, alt, ...copies };
}

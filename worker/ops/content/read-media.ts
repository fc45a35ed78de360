import { MEDIA_TYPES } from "#contracts/content/media.ts";
import { ALT_MAX, POST_MEDIA_MAX, type PostMedia } from "#contracts/content/posts.ts";
import { withoutInvisible } from "#contracts/invisible.ts";
import { LINE } from "#contracts/text.ts";
import type { CustomerFile } from "#db/ops/list-material-of-customer.ts";

/** As typed; `value` is null until it can be proposed. */
export type MediaInput = {
  /** By the file's id. */
  places: ReadonlyMap<string, string>;
  alts: ReadonlyMap<string, string>;
  value: readonly PostMedia[] | null;
  error?: string;
};

export const kindOf = ({ type }: CustomerFile) => (type === null ? null : MEDIA_TYPES[type].kind);

/** Whether a post may have it. */
export function isUsable(file: CustomerFile): file is CustomerFile & { sha256: string } {
  const kind = kindOf(file);
  return file.state === "ready" && (kind === "picture" || kind === "video");
}

const PLACE = /^[1-9]\d?$/;

export function readMedia(form: URLSearchParams, files: readonly CustomerFile[]): MediaInput {
  const field = (name: string, id: string) =>
    withoutInvisible(form.get(`${name}_${id}`) ?? "").trim();
  const of = (name: string) => new Map(files.map(({ id }) => [id, field(name, id)]));
  const [places, alts] = [of("place"), of("alt")];
  const chosen = files
    .filter(isUsable)
    .filter(({ id }) => places.get(id) !== "")
    .toSorted((a, b) => Number(places.get(a.id)) - Number(places.get(b.id)));
  const error = whyRefused(chosen, places, alts);
  if (error !== null) return { places, alts, value: null, error };
  const value = chosen.map((file) => ({
    mediaId: file.id,
    sha256: file.sha256,
    alt: alts.get(file.id) ?? "",
  }));
  return { places, alts, value };
}

function whyRefused(
  chosen: readonly CustomerFile[],
  places: MediaInput["places"],
  alts: MediaInput["alts"],
): string | null {
  const typed = chosen.map(({ id }) => places.get(id) ?? "");
  if (typed.some((place) => !PLACE.test(place))) return "Places are numbers from 1.";
  if (new Set(typed).size < typed.length) return "Give each file a place of its own.";
  if (chosen.length > POST_MEDIA_MAX) return `A post has up to ${POST_MEDIA_MAX} pictures.`;
  if (chosen.length > 1 && chosen.some((file) => kindOf(file) === "video")) {
    return "A post has pictures or one video.";
  }
  const texts = chosen.map((file) => ({ file, alt: alts.get(file.id) ?? "" }));
  if (texts.some(({ file, alt }) => kindOf(file) === "picture" && alt === "")) {
    return "Say what each picture shows, for people who can’t see it.";
  }
  if (texts.some(({ alt }) => alt.length > ALT_MAX || !LINE.test(alt))) {
    return `Say what it shows in one line of up to ${ALT_MAX} characters.`;
  }
  return null;
}

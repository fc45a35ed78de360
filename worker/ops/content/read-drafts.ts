import { createHash } from "node:crypto";
import { type Platform, PLATFORM_KEYS } from "#contracts/content/brief-answers.ts";
import { MEDIA_NAME_MAX, MEDIA_TYPES } from "#contracts/content/media.ts";
import { ALT_MAX, POST_FORMAT_KEYS, type PostContent } from "#contracts/content/posts.ts";
import { isId } from "#contracts/ids.ts";
import { withoutInvisible } from "#contracts/invisible.ts";
import { parseOrdinal } from "#contracts/ordinal.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import type { PostFileRow, PostRow } from "#db/content/select-posts.ts";
import { type SavedDraft, saveDrafts, type SeenDraft } from "#db/ops/change-drafts.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import { type DraftRow, listDrafts } from "#db/ops/find-drafts.ts";
import { findPost } from "#db/ops/find-posts.ts";
import { type CustomerFile, listMaterialOfCustomer } from "#db/ops/list-material-of-customer.ts";
import { describeError } from "../../describe-error.ts";
import { type OpsContext, type OpsDeps, type SentFile, signedInOf } from "../env.ts";
import { isDay, isTime } from "./day-and-time.ts";

/** A draft in a form: as it is saved, or as somebody typed it. */
export type SheetRow = Omit<SavedDraft, "media"> & {
  /** Tells what was typed from what the form showed. */
  seen: string;
  media: readonly PostFileRow[];
  /** What could not be done with it. */
  errors: readonly string[];
  /** What somebody else saved meanwhile. */
  newer: DraftRow | null;
  readyBy: string | null;
};

const FIELDS_MAX = 200;
const TEXT_LENGTH_MAX = 20_000;

export const kindOf = ({ type }: CustomerFile) => (type === null ? null : MEDIA_TYPES[type].kind);

/** Whether a post may have it. */
export function isUsable(file: CustomerFile): file is CustomerFile & PostFile {
  const kind = kindOf(file);
  return file.state === "ready" && (kind === "picture" || kind === "video");
}
type PostFile = Pick<PostFileRow, "sha256" | "type" | "width" | "height">;

function seenOf(row: Omit<SavedDraft, "id" | "revision" | "base">): string {
  const { format, text, firstComment, platforms, plannedOn, plannedTime, note, assigneeId } = row;
  const texts = PLATFORM_KEYS.map((platform) => row.texts?.[platform] ?? "");
  const files = row.media.map(({ mediaId, alt }) => [mediaId, alt]);
  const fields = [format, text, texts, firstComment ?? "", platforms, plannedOn, plannedTime];
  const all = JSON.stringify([...fields, note, assigneeId ?? "", files]);
  return createHash("sha256").update(all).digest("base64url").slice(0, 16);
}

const withSeen = (row: Omit<SheetRow, "seen" | "errors" | "newer" | "readyBy">): SheetRow => ({
  ...row,
  seen: seenOf(row),
  errors: [],
  newer: null,
  readyBy: null,
});

export const NO_CONTENT = {
  format: "post",
  text: "",
  texts: null,
  firstComment: null,
  platforms: [],
  plannedOn: "",
  plannedTime: "",
  note: "",
  assigneeId: null,
  media: [],
} as const;

export const newRow = (id: string): SheetRow =>
  withSeen({ ...NO_CONTENT, id, revision: 0, base: null });

export const rowOfDraft = (draft: DraftRow): SheetRow => ({
  ...withSeen({ ...draft, base: baseOf(draft) }),
  readyBy: draft.readyBy,
});

const baseOf = ({ postId, baseVersion: version }: DraftRow) =>
  postId === null || version === null ? null : { postId, version };

/** A change that begins from the newest version. */
export const rowOfPost = (id: string, post: PostRow & Pick<SavedDraft, "note" | "assigneeId">) =>
  withSeen({ ...post, id, revision: 0, base: { postId: post.id, version: post.version } });

/** The name of a field of a draft's form. */
export const fieldOf = (id: string, name: string) => `${id}.${name}`;

function readRow(
  form: URLSearchParams,
  id: string,
  {
    files,
    operatorIds,
  }: { files: ReadonlyMap<string, PostFileRow>; operatorIds: readonly string[] },
): SheetRow {
  const field = (name: string) => form.get(fieldOf(id, name)) ?? "";
  const long = (name: string) =>
    field(name).replaceAll("\r\n", "\n").trim().slice(0, TEXT_LENGTH_MAX);
  const chosen = new Set(form.getAll(fieldOf(id, "platform")));
  const texts: Partial<Record<Platform, string>> = {};
  for (const platform of PLATFORM_KEYS) {
    const own = long(`text.${platform}`);
    if (own !== "") texts[platform] = own;
  }
  const [, postId = "", version = ""] = /^(\w+)\.(\d+)$/.exec(field("base")) ?? [];
  const place = (mediaId: string) => Number(field(`place.${mediaId}`).trim());
  const media = form
    .getAll(fieldOf(id, "file"))
    .flatMap((mediaId) => files.get(mediaId) ?? [])
    .filter(({ mediaId }) => place(mediaId) > 0)
    .toSorted((one, other) => place(one.mediaId) - place(other.mediaId))
    .map((file) => ({
      ...file,
      alt: withoutInvisible(field(`alt.${file.mediaId}`))
        .trim()
        .slice(0, ALT_MAX),
    }));
  const content: PostContent = {
    format: POST_FORMAT_KEYS.find((format) => format === field("format")) ?? "post",
    text: long("text"),
    texts: Object.keys(texts).length === 0 ? null : texts,
    firstComment: long("comment") || null,
    platforms: PLATFORM_KEYS.filter((platform) => chosen.has(platform)),
    plannedOn: isDay(field("on")) ? field("on") : "",
    plannedTime: isTime(field("time")) ? field("time") : "",
  };
  return {
    ...content,
    media: media.filter(
      ({ mediaId }, index) => index === media.findIndex((m) => m.mediaId === mediaId),
    ),
    id,
    revision: parseOrdinal(field("revision")) ?? 0,
    seen: field("seen"),
    base: isId("post", postId) ? { postId, version: Number(version) } : null,
    note: long("note"),
    assigneeId: operatorIds.find((operatorId) => operatorId === field("who")) ?? null,
    errors: [],
    newer: null,
    readyBy: null,
  };
}

const isTouched = (row: SheetRow) => seenOf(row) !== row.seen;

/** Names of the library's files, each its own: a list of suggestions finds them by it. */
export function libraryNames(files: readonly CustomerFile[]): Map<string, CustomerFile> {
  const names = new Map<string, CustomerFile>();
  for (const file of files.filter(isUsable).toReversed()) {
    let name = file.name;
    for (let count = 2; names.has(name); count += 1) name = `${file.name} (${String(count)})`;
    names.set(name, file);
  }
  return names;
}

function postFileOf(file: CustomerFile): PostFileRow | null {
  return isUsable(file) ? { ...file, mediaId: file.id, alt: "" } : null;
}

/** @returns the file's id, or why it was not added */
export async function addFile(
  c: OpsContext,
  deps: Pick<OpsDeps, "material" | "makeId" | "log">,
  {
    customer,
    file,
    poster,
  }: { customer: ContentCustomer; file: SentFile; poster?: SentFile | undefined },
): Promise<{ id: string } | { error: string }> {
  const id = deps.makeId("media");
  const name = withoutInvisible(file.name)
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, "")
    .slice(-MEDIA_NAME_MAX);
  const error = await deps.material
    .add({
      id,
      newBusinessId: deps.makeId("business"),
      owner: customer,
      name,
      bytes: Buffer.from(file.bytes),
      poster: poster && Buffer.from(poster.bytes),
      by: signedInOf(c).session.name,
    })
    .catch((failure: unknown) => {
      const cause = describeError(failure);
      deps.log.error({ requestId: c.get("requestId"), error: cause }, "ops_file_not_added");
      return "it could not be stored right now. Add it again in a minute.";
    });
  return error === null ? { id } : { error: `${name}: ${error}` };
}

type SentSheet = {
  /** As typed, with files that came along and ids that stand. */
  rows: readonly SheetRow[];
  /** Everything that was typed is saved. */
  isSaved: boolean;
};

/** Saves what was typed into a form of drafts, with the files of the same form. What cannot be saved stays as it was typed. */
export async function saveSheet(
  c: OpsContext,
  deps: OpsDeps,
  customer: ContentCustomer,
  operatorIds: readonly string[],
): Promise<SentSheet> {
  const { db } = deps;
  const form = c.get("form");
  const key = customerKeyOf(customer);
  const ids = [...new Set(form.getAll("draft"))]
    .filter((id) => isId("post", id))
    .slice(0, FIELDS_MAX);
  const added = new Map<string, string[]>();
  const failed = new Map<string, string[]>();
  for (const file of c.get("files")) {
    const id = ids.find((one) => file.field === fieldOf(one, "upload"));
    if (id === undefined) continue;
    const outcome = await addFile(c, deps, { customer, file });
    if ("id" in outcome) added.set(id, [...(added.get(id) ?? []), outcome.id]);
    else failed.set(id, [...(failed.get(id) ?? []), outcome.error]);
  }
  const library = await listMaterialOfCustomer(db, key);
  const names = libraryNames(library);
  const files = new Map(
    library.flatMap((file) => postFileOf(file) ?? []).map((file) => [file.mediaId, file]),
  );
  const rows = ids.map((id): SheetRow => {
    const row = readRow(form, id, { files, operatorIds });
    const wanted = (form.get(fieldOf(id, "add")) ?? "").trim();
    const found = names.get(wanted);
    const further = [...(added.get(id) ?? []), ...(found === undefined ? [] : [found.id])]
      .filter((mediaId) => !row.media.some((file) => file.mediaId === mediaId))
      .flatMap((mediaId) => files.get(mediaId) ?? []);
    const errors = [
      ...(failed.get(id) ?? []),
      ...(wanted === "" || found !== undefined ? [] : [`There is no file “${wanted}”.`]),
    ];
    return { ...row, media: [...row.media, ...further], errors };
  });
  const touched = rows.filter(isTouched);
  const saved = await saveDrafts(db, {
    newBusinessId: deps.makeId("business"),
    owner: customer,
    drafts: touched,
    by: signedInOf(c).session.name,
    at: deps.now().toISOString(),
  });
  deps.log.info({ requestId: c.get("requestId"), count: saved.length }, "ops_drafts_saved");
  const lost = touched.filter(({ id }) => !saved.includes(id));
  const standing = await listDrafts(db, key, { ids: lost.map(({ id }) => id) });
  const settled = await Promise.all(
    rows.map(async (row) => {
      if (saved.includes(row.id)) {
        const revision = row.revision + 1;
        return { ...row, revision, seen: seenOf(row) };
      }
      return lost.includes(row) ? keepLost(deps, row, standing) : row;
    }),
  );
  return { rows: settled, isSaved: settled.every(({ errors }) => errors.length === 0) };
}

/** What was typed stays in the form: beside the newer words, or as a new draft. */
async function keepLost(
  { db, makeId }: OpsDeps,
  row: SheetRow,
  standing: readonly DraftRow[],
): Promise<SheetRow> {
  const newer = standing.find(({ id }) => id === row.id) ?? null;
  if (newer !== null) {
    const error = `${newer.savedBy} saved this first. What you typed is in the form and not saved yet.`;
    const { revision } = newer;
    return { ...row, revision, newer, seen: seenOf(newer), errors: [...row.errors, error] };
  }
  const post = row.base === null ? null : await findPost(db, row.base.postId);
  const base =
    post === null || post.isWithdrawn || post.publications.length > 0
      ? null
      : { postId: post.id, version: post.version };
  const error =
    base === null
      ? "Someone proposed or deleted this first. What you typed is here as a new draft, not saved yet."
      : `Someone changed this post first: version ${String(base.version)} is the newest. What you typed is not saved yet.`;
  return {
    ...row,
    id: makeId("post"),
    revision: 0,
    base,
    seen: "",
    errors: [...row.errors, error],
  };
}

/** Drafts that a form names, as `id:revision`. */
export function readSeen(form: URLSearchParams, name: string): SeenDraft[] {
  return form
    .getAll(name)
    .slice(0, FIELDS_MAX)
    .flatMap((text) => {
      const [id = "", revision = ""] = text.split(":");
      const number = parseOrdinal(revision);
      return isId("post", id) && number !== null ? [{ id, revision: number }] : [];
    });
}

import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { MEDIA_TYPES } from "#contracts/content/media.ts";
import type { PostProblem } from "#contracts/content/platforms.ts";
import { canonicalPost, POST_MEDIA_MAX } from "#contracts/content/posts.ts";
import type { PostFileRow, PostRow } from "#db/content/select-posts.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import type { SubmittedBrief } from "#db/ops/find-submitted-brief.ts";
import { checkProposal, textsOf } from "./allowance.tsx";
import { contentOf } from "./post-view.tsx";
import type { SheetRow } from "./read-drafts.ts";
import { whyRefused } from "./read-post.ts";

type Checked = {
  byRow: ReadonlyMap<string, readonly PostProblem[]>;
  /** What needs a tick before the complete ones of them are proposed. */
  ticks: readonly string[];
};

export const isVideo = ({ type }: PostFileRow) => MEDIA_TYPES[type].kind === "video";

const say = (level: PostProblem["level"], text: string): PostProblem => ({
  platform: null,
  level,
  text,
});

export const isComplete = (problems: readonly PostProblem[] = []) =>
  textsOf(problems, "error").length === 0;

/** Everything that is said of drafts before they are proposed. */
export function checkRows(
  rows: readonly SheetRow[],
  {
    customer,
    posts,
    brief,
    now,
  }: {
    customer: ContentCustomer;
    posts: readonly PostRow[];
    brief: SubmittedBrief | null;
    now: Date;
  },
): Checked {
  const idOf = (row: SheetRow) => row.base?.postId ?? row.id;
  const proposed = rows.map((row) => ({ ...row, id: idOf(row) }));
  const { byPost } = checkProposal(customer, { posts, proposed, now });
  const byRow = new Map(
    rows.map((row) => [
      row.id,
      [
        ...ownErrors(row, posts, now).map((text) => say("error", text)),
        ...(byPost.get(idOf(row)) ?? []),
        ...notInBrief(row, brief).map((text) => say("note", text)),
      ],
    ]),
  );
  const complete = proposed.filter((_, index) => isComplete(byRow.get(rows[index]?.id ?? "")));
  const after = checkProposal(customer, { posts, proposed: complete, now });
  // What was agreed to with the version before is not asked again.
  const before = checkProposal(customer, {
    posts,
    proposed: posts
      .filter(({ id }) => complete.some((post) => post.id === id))
      .map((post) => ({ ...post, ...contentOf(post), media: post.media })),
    now,
  });
  const ticksOf = ({ byPost: each, together }: typeof after) =>
    textsOf([...each.values(), together].flat(), "tick");
  const isOnlyChanges = complete.every(({ base }) => base !== null);
  const known = new Set(isOnlyChanges ? ticksOf(before) : []);
  return { byRow, ticks: [...new Set(ticksOf(after))].filter((text) => !known.has(text)) };
}

function ownErrors(row: SheetRow, posts: readonly PostRow[], now: Date): string[] {
  const { media, base } = row;
  const refused = whyRefused(row, now);
  const post = base === null ? undefined : posts.find(({ id }) => id === base.postId);
  return [
    ...(refused === null ? [] : [refused]),
    ...(media.length > POST_MEDIA_MAX
      ? [`A post has up to ${String(POST_MEDIA_MAX)} pictures.`]
      : []),
    ...(media.length > 1 && media.some(isVideo) ? ["A post has pictures or one video."] : []),
    ...(media.some((file) => !isVideo(file) && file.alt === "")
      ? ["Say what each picture shows, for people who can’t see it."]
      : []),
    ...(post !== undefined && isSame(row, post)
      ? [`Nothing differs from version ${String(post.version)}.`]
      : []),
  ];
}

/** Compares what the database compares when it tells versions apart. */
const isSame = (row: SheetRow, post: PostRow) =>
  canonicalPost(row) === canonicalPost(contentOf(post));

function notInBrief({ platforms }: SheetRow, brief: SubmittedBrief | null): string[] {
  const unknown = platforms.filter((key) => brief?.answers[key].trim() === "");
  const names = unknown.map((key) => PLATFORMS[key]).join(", ");
  return names === "" ? [] : [`Not in the brief: ${names}.`];
}

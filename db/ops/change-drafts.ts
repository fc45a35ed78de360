import { createHash } from "node:crypto";
import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import * as z from "zod";
import {
  canonicalPost,
  type PostContent,
  type PostFormat,
  type PostMedia,
} from "#contracts/content/posts.ts";
import { isTrialComplete } from "#contracts/content/trial.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, findValueOf, hasRow, oneValueOf, valuesOf } from "#db/client.ts";
import {
  customerKeyOf,
  ensureBusiness,
  isBusinessOf,
  type Owned,
  postOwnerOf,
} from "#db/content/post-owner.ts";
import { writeEvent } from "#db/events/insert-event.ts";
import { businesses, posts, postVersions } from "#db/schema/content.ts";
import { postDraftMedia, postDrafts } from "#db/schema/drafts.ts";
import { media as mediaTable, postVersionMedia } from "#db/schema/media.ts";
import { type DraftRow, listDrafts } from "./find-drafts.ts";
import { lockPost } from "./lock-post.ts";
import { insertOpsAction } from "./record-actions.ts";

/** A draft at the revision that the operator saw. */
export type SeenDraft = { readonly id: string; readonly revision: number };

export type SavedDraft = SeenDraft &
  Omit<PostContent, "media"> & {
    /** The version that a change begins from; null for a new post. */
    readonly base: { readonly postId: string; readonly version: number } | null;
    readonly note: string;
    readonly assigneeId: string | null;
    readonly media: readonly PostMedia[];
  };

type SaveDrafts = {
  newBusinessId: string;
  owner: Owned;
  /** New ones have revision 0. */
  drafts: readonly SavedDraft[];
  /** The operator's name. */
  by: string;
  /** ISO 8601 */
  at: string;
};

/**
 * Saves what can be saved; the ids of new drafts make a second sending harmless.
 *
 * @returns ids of the saved ones: the others were saved, proposed or deleted by someone else first
 */
export async function saveDrafts(
  db: Db,
  { newBusinessId, owner, drafts, by, at }: SaveDrafts,
): Promise<readonly string[]> {
  if (drafts.length === 0) return [];
  const given = drafts.map(({ base, ...draft }) => ({
    ...draft,
    media: undefined,
    texts: isEmpty(draft.texts) ? null : draft.texts,
    postId: base?.postId ?? null,
    baseVersion: base?.version ?? null,
    plannedOn: draft.plannedOn === "" ? null : draft.plannedOn,
    plannedTime: draft.plannedTime === "" ? null : draft.plannedTime,
  }));
  return db.transaction(async (tx) => {
    // First the business, then its drafts, as a proposal does: neither waits for the other.
    const ensured = ensureBusiness({ ...owner, newBusinessId, at });
    const businessId = await findValueOf(tx, z.string())`${ensured}`;
    if (businessId === null) return [];
    await lockDrafts(tx, drafts);
    const ids = await valuesOf(tx, z.string())`
  with business as (select ${businessId} as id), given as (
    select given.*, base.content_hash, array(select jsonb_array_elements_text(given."platforms")) as places
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(
      id text, revision int, "postId" text, "baseVersion" int, format text, text text, texts jsonb, "firstComment" text,
      platforms jsonb, "plannedOn" date, "plannedTime" time, note text, "assigneeId" uuid
    )
    left join (${posts} post join ${postVersions} base on base.post_id = post.id and base.version = post.version
        and post.withdrawn_at is null)
      on post.id = given."postId" and base.version = given."baseVersion" and post.business_id = (select id from business)
    where given."postId" is null or base.content_hash is not null
  ), added as (
    insert into ${postDrafts} (
      id, business_id, post_id, base_version, base_hash, format, text, texts, first_comment, platforms, planned_on,
      planned_time, note, assignee_id, saved_at, saved_by
    )
    select given.id, business.id, given."postId", given."baseVersion", given.content_hash, given.format, given.text, given.texts,
      given."firstComment", given.places, given."plannedOn", given."plannedTime", given.note, given."assigneeId",
      ${at}::timestamptz, ${by}
    from given, business where given.revision = 0 and not exists (select from ${posts} known where known.id = given.id)
    on conflict do nothing returning id
  ), changed as (
    update ${postDrafts} draft set revision = draft.revision + 1, format = given.format, text = given.text,
      texts = given.texts, first_comment = given."firstComment", platforms = given.places, planned_on = given."plannedOn",
      planned_time = given."plannedTime", note = given.note, assignee_id = given."assigneeId",
      saved_at = ${at}::timestamptz, saved_by = ${by}, ready_at = null, ready_by = null
    from given, business
    where draft.id = given.id and draft.revision = given.revision and draft.business_id = business.id
    returning draft.id
  )
  select id from added union all select id from changed`;
    await tx.delete(postDraftMedia).where(inArray(postDraftMedia.draftId, ids));
    await insertFiles(
      tx,
      drafts.filter(({ id }) => ids.includes(id)),
    );
    await record(tx, "saved", ids, by);
    return ids;
  });
}

const isEmpty = (texts: PostContent["texts"]) => Object.keys(texts ?? {}).length === 0;

/** @throws when a file is not ready, is another one by now, or belongs to another business */
async function insertFiles(tx: Db, drafts: readonly SavedDraft[]): Promise<void> {
  const given = drafts.flatMap(({ id, media }) =>
    media.map((file, index) => ({ ...file, draftId: id, position: index + 1 })),
  );
  if (given.length === 0) return;
  const added = await valuesOf(tx, z.int())`
    insert into ${postDraftMedia} (draft_id, position, media_id, business_id, alt)
    select draft.id, given.position, file.id, file.business_id, given.alt
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(
      "draftId" text, "mediaId" text, sha256 text, alt text, position int
    )
    join ${mediaTable} file on file.id = given."mediaId" and file.sha256 = given.sha256 and file.state = 'ready'
    join ${postDrafts} draft on draft.id = given."draftId" and draft.business_id = file.business_id
    returning position`;
  if (added.length !== given.length) throw new Error("Bug: a file of another business");
}

async function record(
  tx: Db,
  action: "saved" | "deleted" | "ready",
  ids: readonly string[],
  by: string,
): Promise<void> {
  const subject = { type: "post_draft", id: sql`draft.id` };
  await tx.execute(
    insertOpsAction(
      { action: `draft.${action}`, by, subject },
      sql`from unnest(${sql.param(ids)}::text[]) as draft(id)`,
    ),
  );
}

type ChangeSeen = { drafts: readonly SeenDraft[]; by: string };

const isSeen = (drafts: readonly SeenDraft[]) =>
  or(
    ...drafts.map(({ id, revision }) =>
      and(eq(postDrafts.id, id), eq(postDrafts.revision, revision)),
    ),
  );

/** @returns ids of the deleted ones */
export async function deleteDrafts(db: Db, { drafts, by }: ChangeSeen): Promise<readonly string[]> {
  return db.transaction(async (tx) => {
    await lockDrafts(tx, drafts);
    const deleted = await tx
      .delete(postDrafts)
      .where(isSeen(drafts))
      .returning({ id: postDrafts.id });
    const ids = deleted.map(({ id }) => id);
    await record(tx, "deleted", ids, by);
    return ids;
  });
}

/**
 * Says that drafts may be proposed, until somebody saves them again.
 *
 * @returns ids of those that were not ready before
 */
export async function markDraftsReady(
  db: Db,
  { drafts, by, at }: ChangeSeen & { at: string },
): Promise<readonly string[]> {
  return db.transaction(async (tx) => {
    await lockDrafts(tx, drafts);
    const ready = await tx
      .update(postDrafts)
      .set({ readyAt: at, readyBy: by })
      .where(and(isSeen(drafts), isNull(postDrafts.readyAt)))
      .returning({ id: postDrafts.id });
    const ids = ready.map(({ id }) => id);
    await record(tx, "ready", ids, by);
    return ids;
  });
}

/** @returns the revisions that stand, by id */
async function lockDrafts(tx: Db, drafts: readonly SeenDraft[]): Promise<Map<string, number>> {
  const locked = await tx
    .select({ id: postDrafts.id, revision: postDrafts.revision })
    .from(postDrafts)
    .where(
      inArray(
        postDrafts.id,
        drafts.map(({ id }) => id),
      ),
    )
    .orderBy(asc(postDrafts.id))
    .for("update");
  return new Map(locked.map(({ id, revision }) => [id, revision]));
}

/**
 * `outdated`: someone saved, proposed or deleted one of them, or its post has a newer version. `refused`: its post was
 * published or withdrawn, or the draft differs in nothing. `scheduled`: a platform's scheduler has its post.
 */
type ProposalOutcome = "done" | "done_before" | WhyNotProposed;
type WhyNotProposed = "outdated" | "refused" | "scheduled";

/**
 * Proposes all of the drafts, or none: posts, versions and files with one event, and the drafts are gone.
 *
 * @param input its event names each draft's post and version
 */
export async function proposeDrafts(
  db: Db,
  input: { drafts: readonly SeenDraft[]; by: string; event: EventOf<"PostProposed"> },
): Promise<ProposalOutcome> {
  const { drafts: seen, by, event } = input;
  const rollBack = (outcome: WhyNotProposed): never => {
    throw new NotProposed(outcome);
  };
  try {
    return await db.transaction(async (tx) => {
      const { userId, enquiryId = null } = event.data;
      const key = customerKeyOf({ userId, enquiryId });
      const isLocked = await hasRow(tx)`select 1 from ${businesses} business
          where ${isBusinessOf(key)} for no key update`;
      if (!isLocked) return "outdated";
      const revisions = await lockDrafts(tx, seen);
      if (revisions.size === 0) return "done_before";
      if (seen.some(({ id, revision }) => revisions.get(id) !== revision)) rollBack("outdated");
      const drafts = await listDrafts(tx, key, { ids: seen.map(({ id }) => id) });
      if (drafts.length !== revisions.size) throw new Error("Bug: a draft of another business");
      await insertPosts(
        tx,
        drafts.filter(({ postId }) => postId === null),
        { by, event },
      );
      for (const draft of drafts) {
        const outcome = draft.postId === null ? "done" : await changePost(tx, draft, { by, event });
        if (outcome !== "done") rollBack(outcome);
      }
      await insertVersionFiles(tx, drafts);
      await tx.delete(postDrafts).where(inArray(postDrafts.id, [...revisions.keys()]));
      await recordProposal(tx, event);
      return "done";
    });
  } catch (error) {
    if (error instanceof NotProposed) return error.outcome;
    throw error;
  }
}

class NotProposed extends Error {
  readonly outcome: WhyNotProposed;
  constructor(outcome: WhyNotProposed) {
    super(outcome);
    this.outcome = outcome;
  }
}

/** What a version has of a draft. */
const contentOfDraft = (draft: DraftRow) => ({
  format: draft.format,
  text: draft.text,
  texts: draft.texts,
  firstComment: draft.firstComment,
  platforms: draft.platforms,
  plannedOn: draft.plannedOn,
  plannedTime: draft.plannedTime,
});

export function contentHash(post: PostContent): string {
  return createHash("sha256").update(canonicalPost(post)).digest("hex");
}

type Proposal = { by: string; event: EventOf<"PostProposed"> };

const versionOf = (draft: DraftRow, { by, event }: Proposal) => ({
  postId: draft.postId ?? draft.id,
  version: (draft.baseVersion ?? 0) + 1,
  ...contentOfDraft(draft),
  contentHash: contentHash({ ...contentOfDraft(draft), media: draft.media }),
  proposedAt: event.occurredAt,
  proposedBy: by,
});

/** A post and its version refer to each other: one statement writes both. */
async function insertPosts(tx: Db, drafts: readonly DraftRow[], proposal: Proposal): Promise<void> {
  if (drafts.length === 0) return;
  const given = drafts.map((draft) => ({ ...versionOf(draft, proposal), draftId: draft.id }));
  await tx.execute(sql`with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(
        "draftId" text, format text, text text, texts jsonb, "firstComment" text, platforms jsonb, "plannedOn" date,
        "plannedTime" time, "contentHash" text
      )
    ), added as (
      insert into ${posts} (id, business_id, version, created_at, note, assignee_id)
      select draft.id, draft.business_id, 1, ${proposal.event.occurredAt}::timestamptz, draft.note, draft.assignee_id
      from ${postDrafts} draft join given on given."draftId" = draft.id
    )
    insert into ${postVersions} (
      post_id, version, format, text, texts, first_comment, platforms, planned_on, planned_time, content_hash, proposed_at, proposed_by
    )
    select given."draftId", 1, given.format, given.text, given.texts, given."firstComment",
      array(select jsonb_array_elements_text(given.platforms)), given."plannedOn", given."plannedTime", given."contentHash",
      ${proposal.event.occurredAt}::timestamptz, ${proposal.by}
    from given`);
}

async function changePost(
  tx: Db,
  draft: DraftRow,
  proposal: Proposal,
): Promise<"done" | WhyNotProposed> {
  const next = versionOf(draft, proposal);
  const post = await lockPost(tx, next.postId);
  if (post?.version !== draft.baseVersion) return "outdated";
  const isOver = post.state === "published" || post.state === "withdrawn";
  if (isOver || post.contentHash === next.contentHash) return "refused";
  if (post.isScheduled) return "scheduled";
  await tx.insert(postVersions).values(next);
  await tx
    .update(posts)
    .set({ version: next.version, note: draft.note, assigneeId: draft.assigneeId })
    .where(eq(posts.id, next.postId));
  return "done";
}

async function insertVersionFiles(tx: Db, drafts: readonly DraftRow[]): Promise<void> {
  const ids = drafts.map(({ id }) => id);
  const count = await oneValueOf(tx, z.int())`with shown as (
    insert into ${postVersionMedia} (post_id, version, position, media_id, business_id, alt)
    select coalesce(draft.post_id, draft.id), coalesce(draft.base_version, 0) + 1, file.position, file.media_id,
      file.business_id, file.alt
    from ${postDraftMedia} file join ${postDrafts} draft on draft.id = file.draft_id
    where draft.id = any(${sql.param(ids)}::text[])
    returning position
  ) select count(*)::int from shown`;
  const expected = drafts.reduce((sum, { media }) => sum + media.length, 0);
  if (count !== expected) throw new Error("Bug: a file of a draft went missing");
}

/** After the posts are written. Of a free trial, the event says whether it has all that was promised. */
async function recordProposal(tx: Db, event: EventOf<"PostProposed">): Promise<void> {
  const { enquiryId } = event.data;
  const data =
    enquiryId === undefined
      ? event.data
      : { ...event.data, isTrialComplete: isTrialComplete(await listFormats(tx, enquiryId)) };
  await writeEvent(tx, { ...event, data }, postOwnerOf(data));
}

/** The business is locked: of two proposals at once, the later one counts both. */
async function listFormats(tx: Db, enquiryId: string): Promise<PostFormat[]> {
  const found = await tx
    .select({ id: businesses.id })
    .from(businesses)
    .where(eq(businesses.enquiryId, enquiryId));
  const rows = await tx
    .select({ format: postVersions.format })
    .from(posts)
    .innerJoin(
      postVersions,
      and(eq(postVersions.postId, posts.id), eq(postVersions.version, posts.version)),
    )
    .where(
      and(
        inArray(
          posts.businessId,
          found.map(({ id }) => id),
        ),
        isNull(posts.withdrawnAt),
      ),
    );
  return rows.map(({ format }) => format);
}

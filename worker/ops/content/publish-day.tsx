/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { POST_URL_MAX } from "#contracts/content/posts.ts";
import { counted } from "#contracts/counted.ts";
import { londonTime } from "#contracts/due-times.ts";
import { isId } from "#contracts/ids.ts";
import { parseOrdinal } from "#contracts/ordinal.ts";
import { createMediaAddress, type MediaAddress } from "#db/content/media/media-address.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import { type DeskPost, findPost, listDesk } from "#db/ops/find-posts.ts";
import { displayName } from "../customers/redact.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { FlashMessage, withFlash } from "../layout/flash-message.tsx";
import { ActionForm, FieldError } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { RowLink, Table } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { deskFilterOf, readDeskQuery } from "./desk-query.ts";
import { sinceOf } from "./desk.tsx";
import { missingPlatforms, plannedDateTime, Thumbnail } from "./post-view.tsx";
import { isVideo } from "./problems.ts";
import { type NotPublished, publish } from "./publish.ts";
import { fieldOf } from "./read-drafts.ts";
import { maySchedule, readScheduled, schedule } from "./schedule.tsx";

const ROWS_MAX = 100;

const FLASH_TEXTS = {
  saved: "Saved: the customers see it in their calendars.",
} as const;

/** As typed, of the posts that could not be saved. */
type Refused = { form: URLSearchParams; errors: ReadonlyMap<string, NotPublished>; saved: number };

/** The approved posts of today and before, of all customers, with a field for each live address. */
export async function publishDayPage(
  c: OpsContext,
  { db, now, mediaKeys, apiUrl }: OpsDeps,
  refused: Refused | null = null,
) {
  const at = now();
  const today = londonTime(at.getTime()).day;
  const query = readDeskQuery((name) => c.req.query(name) ?? refused?.form.get(name) ?? undefined);
  const until = query.until ?? today;
  const filter = { ...deskFilterOf(query, signedInOf(c).session.userId, sinceOf(at)), until };
  const desk = { state: "publish", filter, now: at.toISOString() } as const;
  const { posts, count } = await listDesk(db, desk, { after: null, limit: ROWS_MAX });
  const address = createMediaAddress(mediaKeys, apiUrl, at);
  const { mayAct } = signedInOf(c);
  if (refused !== null) c.status(422);
  return c.render(
    <Page
      title="Publish today"
      current="content"
      script={mayAct}
      heading={until === today ? "Publish today" : "Publish"}
      beside={
        <>
          <a href={`${paths.publishDay}?who=${query.who === "all" ? "me" : "all"}&until=${until}`}>
            {query.who === "all" ? "Only mine" : "Everybody’s"}
          </a>
          <a href={paths.content}>Content</a>
          <span class="quiet">{counted(count, "post")}</span>
        </>
      }
    >
      <FlashMessage texts={FLASH_TEXTS} />
      {refused === null ? null : (
        <p class="notice bad" role="alert">
          {`${counted(refused.saved, "post")} saved, ${String(refused.errors.size)} not: what you typed is still in its field.`}
        </p>
      )}
      <form class="actions" method="get" action={paths.publishDay}>
        {query.who === "me" ? null : <input type="hidden" name="who" value={query.who} />}
        <label>
          Up to
          <input type="date" name="until" value={until} />
        </label>
        <button type="submit" class="plain">
          Show
        </button>
      </form>
      {posts.length === 0 ? (
        <p>Nothing waits to be published.</p>
      ) : (
        <ActionForm
          class="stack"
          action={paths.publishDay}
          seen={{ who: query.who, until }}
          autocomplete="off"
        >
          <Table
            class="publish"
            caption="To publish"
            heads={["Planned", "Post", "Live addresses"]}
            unseen="Picture"
          >
            {posts.map((post) => (
              <Row key={post.id} post={post} refused={refused} address={address} now={at} />
            ))}
          </Table>
          {count > posts.length ? (
            <p class="notice">{`These are the first ${String(posts.length)} of ${String(count)}.`}</p>
          ) : null}
          {mayAct ? (
            <div class="actions sheet-bar">
              <button type="submit">Save all</button>
            </div>
          ) : null}
        </ActionForm>
      )}
    </Page>,
  );
}

const Row: FC<{ post: DeskPost; refused: Refused | null; address: MediaAddress; now: Date }> = ({
  post,
  refused,
  address,
  now,
}) => {
  const [file] = post.media;
  const textId = `${post.id}-text`;
  const name = displayName(post);
  return (
    <tr>
      <td>
        {file === undefined ? (
          <span class="thumb quiet">no file</span>
        ) : (
          <RowLink
            href={address(file.mediaId, isVideo(file) ? "original" : "publish")}
            of={`the file for ${plannedDateTime(post)}`}
            id={post.id}
          >
            <Thumbnail file={file} address={address} />
          </RowLink>
        )}
      </td>
      <td class="when">
        {plannedDateTime(post)}
        <span class="quiet">{placeLabel(post)}</span>
      </td>
      <th scope="row">
        <RowLink href={paths.customerContent(customerKeyOf(post))} id={customerKeyOf(post)}>
          {name}
        </RowLink>
        <div class="words" id={textId}>
          {post.text}
        </div>
        {post.platforms
          .filter((platform) => post.texts?.[platform] !== undefined)
          .map((platform) => (
            <div key={platform} class="words">
              <strong>{`On ${PLATFORMS[platform]}: `}</strong>
              {post.texts?.[platform]}
            </div>
          ))}
        {post.firstComment === null ? null : (
          <div class="words">
            <strong>First comment: </strong>
            {post.firstComment}
          </div>
        )}
        <span class="row-actions">
          <button type="button" data-copy={textId} hidden>
            Copy the text
          </button>
          <RowLink href={paths.post(post.id)} of={`${name}, ${plannedDateTime(post)}`} id={post.id}>
            Open
          </RowLink>
        </span>
      </th>
      <td>
        <input type="hidden" name="post" value={`${post.id}:${String(post.version)}`} />
        {missingPlatforms(post).map((platform) => (
          <div key={platform} class="address">
            <label>
              {PLATFORMS[platform]}
              <input
                type="url"
                name={fieldOf(post.id, `url_${platform}`)}
                maxlength={POST_URL_MAX}
                value={refused?.form.get(fieldOf(post.id, `url_${platform}`)) ?? ""}
              />
            </label>
            {post.scheduled.includes(platform) ? (
              <span class="quiet">In its scheduler</span>
            ) : maySchedule(post, now) ? (
              <label class="choice">
                <input
                  type="checkbox"
                  name={fieldOf(post.id, `scheduled_${platform}`)}
                  value="yes"
                  checked={refused?.form.has(fieldOf(post.id, `scheduled_${platform}`)) === true}
                />
                In its scheduler
              </label>
            ) : null}
          </div>
        ))}
        <FieldError text={refused?.errors.get(post.id)?.error} />
        {refused?.errors.get(post.id)?.isEarly === true ? (
          <label class="choice">
            <input type="checkbox" name={fieldOf(post.id, "early")} value="yes" />
            It is live already
          </label>
        ) : null}
      </td>
    </tr>
  );
};

/** Records what is in a scheduler, and what is live. */
async function record(
  c: OpsContext,
  deps: OpsDeps,
  given: { post: PostRow; version: number | null; form: URLSearchParams },
): ReturnType<typeof publish> {
  const { post, version, form } = given;
  const added = readScheduled(form, post);
  if (added.length > 0) {
    const platforms = [...new Set([...post.scheduled, ...added])];
    const outcome = await schedule(c, deps, { post, version, platforms });
    const isDone = outcome === "done" || outcome === "done_before";
    if (!isDone || ![...form.keys()].some((name) => name.startsWith("url_"))) return { outcome };
  }
  return publish(c, deps, given);
}

/** Saves the addresses of each post by itself: one that is refused keeps none of the others. */
export async function publishDay(c: OpsContext, deps: OpsDeps) {
  const form = c.get("form");
  const errors = new Map<string, NotPublished>();
  let saved = 0;
  for (const named of form.getAll("post").slice(0, ROWS_MAX)) {
    const [id = "", version = ""] = named.split(":");
    const own = new URLSearchParams();
    for (const [name, value] of form) {
      if (name.startsWith(`${id}.`) && value.trim() !== "")
        own.set(name.slice(id.length + 1), value);
    }
    if (!isId("post", id) || own.size === 0) continue;
    const post = await findPost(deps.db, id);
    if (post === null) continue;
    const outcome = await record(c, deps, { post, version: parseOrdinal(version), form: own });
    if ("error" in outcome) errors.set(id, outcome);
    else if (outcome.outcome === "done" || outcome.outcome === "done_before") saved += 1;
    else
      errors.set(id, {
        error: "Someone else changed this post first. Open it and look.",
        isEarly: false,
      });
  }
  if (errors.size > 0) return publishDayPage(c, deps, { form, errors, saved });
  const address = `${paths.publishDay}?who=${encodeURIComponent(form.get("who") ?? "me")}`;
  return c.redirect(withFlash(address, "saved"), 303);
}

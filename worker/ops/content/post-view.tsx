/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { type Platform, PLATFORMS } from "#contracts/content/brief-answers.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedInstant } from "#contracts/content/planned-time.ts";
import type { PostProblem } from "#contracts/content/platforms.ts";
import { type PostContent, type PostState, postState } from "#contracts/content/posts.ts";
import type { MediaAddress } from "#db/content/media/media-address.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import type { PostFileRow, PostRow } from "#db/content/select-posts.ts";
import type { DeskPost } from "#db/ops/find-posts.ts";
import { displayName } from "../customers/redact.ts";
import { formatLondonDay } from "../layout/format-time.ts";
import { RowLink, Table } from "../layout/table.tsx";
import { paths } from "../paths.ts";

const STATES: Readonly<Record<PostState, { label: string; look: string }>> = {
  waiting: { label: "Waiting for the customer", look: "open" },
  changes_requested: { label: "Changes requested", look: "stuck" },
  approved: { label: "Approved", look: "completed" },
  published: { label: "Published", look: "completed" },
  withdrawn: { label: "Withdrawn", look: "" },
};

export const stateOf = (post: PostRow): PostState =>
  postState({
    decision: post.decision,
    isPublished: post.publications.length > 0,
    isWithdrawn: post.isWithdrawn,
  });

export const contentOf = (post: PostRow): PostContent => ({
  format: post.format,
  text: post.text,
  texts: post.texts,
  firstComment: post.firstComment,
  platforms: post.platforms,
  plannedOn: post.plannedOn,
  plannedTime: post.plannedTime,
  media: post.media.map(({ mediaId, sha256, alt }) => ({ mediaId, sha256, alt })),
});

export const stateLabel = (state: PostState): string => STATES[state].label;

export const StateBadge: FC<{ state: PostState }> = ({ state }) => (
  <span class={`state ${STATES[state].look}`}>{STATES[state].label}</span>
);

/** In London time, for example `Wed, 9 Dec 2026, 18:30`. */
export const plannedDateTime = (post: PostRow): string =>
  `${formatLondonDay(`${post.plannedOn}T12:00:00Z`)}, ${post.plannedTime}`;

export const deciderLabel = (post: PostRow): string =>
  `By ${post.decidedBy ?? "the customer"}, ${post.decidedVia === "link" ? "from an email" : "signed in"}`;

const EXCERPT_MAX = 120;
export const excerptOf = (text: string) =>
  text.length > EXCERPT_MAX ? `${text.slice(0, EXCERPT_MAX)}…` : text || "No text";

/** Where it is neither live nor left out. */
export const missingPlatforms = (post: PostRow): readonly Platform[] =>
  post.isRestLeftOut
    ? []
    : post.platforms.filter((key) => !post.publications.some(({ platform }) => platform === key));

const OpenMarks: FC<{ post: PostRow; now: Date }> = ({ post, now }) => {
  const missing = missingPlatforms(post);
  if (post.isWithdrawn || missing.length === 0) return null;
  const instant = plannedInstant(contentOf(post));
  return (
    <>
      {instant !== null && Date.parse(instant) <= now.getTime() ? (
        <div class="field-error">Its time has passed</div>
      ) : null}
      {post.publications.length === 0 ? null : (
        <div>Not yet on {missing.map((key) => PLATFORMS[key]).join(", ")}</div>
      )}
    </>
  );
};

export const Thumbnail: FC<{ file: PostFileRow; address: MediaAddress }> = ({ file, address }) =>
  file.type.startsWith("video/") && !file.hasPoster ? (
    <span class="thumb quiet">video</span>
  ) : (
    <img class="thumb" src={address(file.mediaId, "thumb")} alt={file.alt} loading="lazy" />
  );

type Listed = PostRow & Partial<Pick<DeskPost, "businessName" | "firstName" | "lastName">>;

const FirstFile: FC<{ post: PostRow; address: MediaAddress }> = ({ post, address }) => {
  const [file] = post.media;
  return file === undefined ? (
    <span class="thumb" />
  ) : (
    <Thumbnail file={{ ...file, alt: "" }} address={address} />
  );
};

/** The year is said where it is not this one. */
const plannedInList = (post: PostRow, now: Date): string =>
  plannedDateTime(post).replace(` ${String(now.getUTCFullYear())},`, ",");

/** Names the customers when the posts have several. With `hasTicks` it is part of a form about several posts. */
export const PostTable: FC<{
  posts: readonly Listed[];
  now: Date;
  address: MediaAddress;
  hasTicks?: boolean;
  /** Added to the address of each post. */
  query?: string;
}> = ({ posts, now, address, hasTicks = false, query = "" }) => {
  if (posts.length === 0) return <p>None.</p>;
  const hasWords = posts.some(({ words }) => words !== null);
  return (
    <Table caption="Posts" heads={["Planned", "Post", "State", ...(hasWords ? ["Changes"] : [])]}>
      {posts.map((post) => (
        <tr key={post.id}>
          <td class="when">
            {hasTicks ? (
              <label class="choice">
                <input type="checkbox" name="tick" value={`${post.id}:${String(post.version)}`} />
                {plannedInList(post, now)}
              </label>
            ) : (
              plannedInList(post, now)
            )}
          </td>
          <th scope="row">
            <div class="listed">
              <FirstFile post={post} address={address} />
              <div>
                <RowLink
                  class="why"
                  href={`${paths.post(post.id)}${query}`}
                  of={plannedInList(post, now)}
                  id={post.id}
                >
                  {excerptOf(post.text)}
                </RowLink>
                <span class="quiet why">
                  {placeLabel(post)}
                  {post.firstName === undefined ? null : (
                    <>
                      {" · "}
                      <RowLink
                        href={paths.customerContent(customerKeyOf(post))}
                        id={customerKeyOf(post)}
                      >
                        {displayName({
                          businessName: null,
                          firstName: null,
                          lastName: null,
                          ...post,
                        })}
                      </RowLink>
                    </>
                  )}
                </span>
              </div>
            </div>
          </th>
          <td>
            <StateBadge state={stateOf(post)} />
            <OpenMarks post={post} now={now} />
            {post.decidedBy === null ? null : <span class="quiet why">{deciderLabel(post)}</span>}
          </td>
          {hasWords ? (
            <td>{post.words === null ? null : <div class="said">{post.words}</div>}</td>
          ) : null}
        </tr>
      ))}
    </Table>
  );
};

export const Problems: FC<{ of: readonly PostProblem[] }> = ({ of }) =>
  of.length === 0 ? null : (
    <ul class="plain-list">
      {of.map(({ level, text }) => (
        <li key={text} class={level === "error" ? "field-error" : "quiet"}>
          {text}
        </li>
      ))}
    </ul>
  );

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
            <RowLink href={address(mediaId, "original")} id={mediaId}>
              Download the video
            </RowLink>
          </>
        ) : (
          <RowLink href={address(mediaId, "publish")} of="as it is published" id={mediaId}>
            <img
              src={address(mediaId, "320")}
              alt={alt}
              width={width}
              height={height}
              class="shown"
            />
          </RowLink>
        )}
        {alt === "" ? null : <figcaption class="quiet">{alt}</figcaption>}
      </figure>
    ))}
  </>
);

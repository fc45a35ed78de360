import { Fragment } from "react";
import type { ChangedPart } from "#contracts/content/changed-parts.ts";
import { type FramePart, frameOf } from "#contracts/content/post-frame.ts";
import type { PostContent } from "#contracts/content/posts.ts";
import { Initials } from "./initials.tsx";
import { LayoutTable } from "./layout-table.tsx";
import { BASE, ground, text, topRule, WRAP_ANYWHERE } from "./theme.ts";
import { Lines } from "./typography.tsx";

export type PostCard = Pick<PostContent, "format" | "text" | "texts" | "platforms"> & {
  id: string;
  /** Its day and place. */
  line: string;
  /** Null for a post of words, and for a video, which is seen on the page alone. */
  picture: { url: string; alt: string } | null;
  /** A sample has no picture, and is drawn from words. */
  drawn?: { lines: readonly string[]; ground: string; ink: string; accent: string };
  isFilm: boolean;
  /** What differs from the version before; a new post has none. */
  changes: readonly ChangedPart[];
};

/** Shows posts as their platforms do. */
export type PostCards = { name: string; posts: readonly PostCard[]; more: number };

const PICTURE = { width: 280, height: 350 };
const DRAWN_HEIGHT_PX = 220;
/** As wide as on a phone. */
const PADDING = 16;
const AVATAR_PX = 40;

const captionOf = (post: PostCard) => {
  const [platform = "instagram"] = post.platforms;
  const { parts, caption } = frameOf({ ...post, media: [] }, platform);
  return { parts, words: caption.rest === "" ? caption.shown : `${caption.shown}\u00a0…` };
};

const VIDEO = "With a video, which you see on the page.";

const andMore = (more: number) => (more === 0 ? "" : `And ${more} more.`);

const wasLine = ({ name, old }: ChangedPart) => `${name} before: ${old === "" ? "none" : old}`;

/** The cards as plain text. */
export function cardsInText({ posts, more }: PostCards): string {
  const cards = posts.map((post) =>
    [
      post.line,
      ...captionOf(post)
        .words.split("\n")
        .map((line) => `> ${line}`),
      ...(post.picture === null || post.picture.alt === "" ? [] : [`Picture: ${post.picture.alt}`]),
      ...(post.isFilm ? [VIDEO] : []),
      ...post.changes.map(wasLine),
    ].join("\n"),
  );
  return [...cards, ...(more === 0 ? [] : [andMore(more)])].join("\n\n");
}

export function PostCardList({ name, posts, more }: PostCards) {
  return (
    <>
      {posts.map((post) => (
        <Card key={post.id} name={name} post={post} />
      ))}
      {more > 0 && <p {...text("soft", { ...BASE, margin: "16px 0 0" })}>{andMore(more)}</p>}
    </>
  );
}

function Card({ name, post }: { name: string; post: PostCard }) {
  const { parts, words } = captionOf(post);
  const shown: readonly FramePart[] = parts.includes("head") ? parts : ["head", ...parts];
  const was = topRule({
    ...BASE,
    ...WRAP_ANYWHERE,
    margin: "12px 0 0",
    paddingTop: 10,
    fontSize: 14,
  });
  return (
    <LayoutTable marginTop={24} width={PICTURE.width + 2 * PADDING}>
      <tr>
        <td {...ground("panel", { padding: PADDING })}>
          {shown.map((part) => (
            <Fragment key={part}>
              {part === "head" && <Head name={name} post={post} />}
              {part === "media" && <Media post={post} />}
              {part === "text" && <Lines margin="12px 0 0">{words}</Lines>}
            </Fragment>
          ))}
          {post.changes.map((change) => (
            <p
              key={change.name}
              className={`${text("soft").className} rule`}
              style={text("soft", was.style).style}
            >
              {wasLine(change)}
            </p>
          ))}
        </td>
      </tr>
    </LayoutTable>
  );
}

function Head({ name, post }: { name: string; post: PostCard }) {
  return (
    <LayoutTable>
      <tr>
        <td width={AVATAR_PX} valign="top" aria-hidden="true">
          <Initials px={AVATAR_PX}>{Array.from(name)[0] ?? ""}</Initials>
        </td>
        <td valign="middle" style={{ paddingLeft: 12 }}>
          <p {...text("ink", { ...BASE, ...WRAP_ANYWHERE, margin: 0, fontWeight: 700 })}>{name}</p>
          <p {...text("soft", { ...BASE, margin: 0, fontSize: 14, lineHeight: "20px" })}>
            {post.line}
          </p>
        </td>
      </tr>
    </LayoutTable>
  );
}

function Media({ post: { picture, drawn, isFilm } }: { post: PostCard }) {
  if (drawn !== undefined) return <Drawn {...drawn} />;
  if (picture === null) {
    return isFilm ? <p {...text("soft", { ...BASE, margin: "12px 0 0" })}>{VIDEO}</p> : null;
  }
  return (
    <img
      src={picture.url}
      alt={picture.alt}
      // React would add a `<link>` to preload.
      loading="lazy"
      width={PICTURE.width}
      height={PICTURE.height}
      style={{ display: "block", margin: "12px 0 0", fontSize: 13 }}
    />
  );
}

/** Large words on a ground of colour, with a bar below: what a card of the site is without its picture. */
function Drawn({ lines, ground: colour, ink, accent }: NonNullable<PostCard["drawn"]>) {
  return (
    <LayoutTable marginTop={12}>
      <tr>
        <td
          height={DRAWN_HEIGHT_PX}
          valign="middle"
          style={{ backgroundColor: colour, color: ink, padding: "20px 24px" }}
        >
          <p
            style={{
              ...WRAP_ANYWHERE,
              margin: 0,
              fontSize: 34,
              lineHeight: "38px",
              fontWeight: 700,
            }}
          >
            {lines.map((line, index) => (
              <Fragment key={line}>
                {index > 0 && <br />}
                {line}
              </Fragment>
            ))}
          </p>
          <div style={{ width: 56, height: 6, marginTop: 18, backgroundColor: accent }} />
        </td>
      </tr>
    </LayoutTable>
  );
}

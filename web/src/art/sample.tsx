import type { Business } from "../content/businesses.ts";
import type { SamplePost } from "../content/sample-post.ts";
import { PostFrame, ReelFrame } from "../ui/post-frame.tsx";
import { findPicture } from "./find-picture.ts";
import { PICTURE_ALTS } from "./picture-alts.ts";
import { Picture } from "./picture.tsx";
import { SampleCard } from "./sample-card.tsx";

const AGO = ["2 hours ago", "1 day ago", "4 days ago"];
const SIZES = "(width < 36rem) 92vw, (width < 48rem) 46vw, 24rem";

const FILLING = "absolute size-full";

/** Its picture or, while that is missing, its letters. */
export function Sample({
  post,
  business,
  index = 0,
  sizes = SIZES,
  hero = false,
  ago = AGO[index % AGO.length] ?? "",
  className = "",
}: {
  post: SamplePost;
  business: Business;
  index?: number;
  sizes?: string;
  hero?: boolean;
  ago?: string;
  className?: string;
}) {
  const file = findPicture(post.picture);
  const frame = { business, caption: post.caption, className };
  const picture =
    file === undefined ? (
      <SampleCard card={post.card} colours={business.colours} className={FILLING} />
    ) : (
      <Picture
        file={file}
        alt={PICTURE_ALTS[file.id] ?? ""}
        sizes={sizes}
        hero={hero}
        className={FILLING}
      />
    );
  return post.kind === "reel" ? (
    <ReelFrame {...frame}>{picture}</ReelFrame>
  ) : (
    <PostFrame {...frame} slides={post.slides ?? 1} ago={ago}>
      {picture}
    </PostFrame>
  );
}

import { frameOf } from "#contracts/content/post-frame.ts";
import type { Business, Colours } from "#contracts/sample-month/businesses.ts";
import type { SamplePost } from "#contracts/sample-month/sample-post.ts";
import { PostFrame } from "../ui/post-frame.tsx";
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
  colours = business.colours,
  ago = AGO[index % AGO.length] ?? "",
  className = "",
}: {
  post: SamplePost;
  business: Business;
  index?: number;
  sizes?: string;
  hero?: boolean;
  /** The card's colours; the business keeps its own. */
  colours?: Colours;
  ago?: string;
  className?: string;
}) {
  const file = findPicture(post.picture);
  const picture =
    file === undefined ? (
      <SampleCard card={post.card} colours={colours} className={FILLING} />
    ) : (
      <Picture
        file={file}
        alt={PICTURE_ALTS[file.id] ?? ""}
        sizes={sizes}
        hero={hero}
        className={FILLING}
      />
    );
  return (
    <PostFrame
      frame={frameOfSample(post)}
      author={{ name: business.handle, note: business.place, colours: business.colours }}
      tiles={[picture]}
      ago={ago}
      className={`${post.kind === "reel" ? "reel" : ""} ${className}`}
    />
  );
}

const UPRIGHT = { kind: "picture", width: 1_080, height: 1_350 } as const;
const FILM = { kind: "video", width: 1_080, height: 1_920 } as const;

function frameOfSample({ kind, caption, slides = 1 }: SamplePost) {
  const isReel = kind === "reel";
  const media = isReel ? [FILM] : Array.from({ length: slides }, () => UPRIGHT);
  return frameOf({ format: isReel ? "reel" : "post", text: caption, media }, "instagram");
}

/** `small` goes with `big` as each look needs it: a note, rows of label and time, answers, labels. */
export type Card = {
  readonly look: "words" | "price" | "hours" | "quote" | "split" | "offer" | "tips" | "question";
  readonly big: readonly string[];
  readonly small: readonly string[];
};

export type SamplePost = {
  readonly kind: "post" | "reel";
  readonly caption: string;
  /** Shown while the picture is missing, or always. */
  readonly card: Card;
  /** Id of a picture of the trade. */
  readonly picture?: string;
  /** Pictures of a post: one, where nothing says more. */
  readonly slides?: number;
};

/** The heading's lines are written as those of a verse: `Still / warm.` */
type DrawnCard = readonly [look: Card["look"], heading: string, ...small: string[]];

/** A post of these looks has a slide for each of its small lines, where nothing else is said. */
const IN_SLIDES: ReadonlySet<Card["look"]> = new Set(["tips", "split"]);

const ofKind =
  (kind: SamplePost["kind"]) =>
  (
    [look, heading, ...small]: DrawnCard,
    caption: string,
    more: Pick<SamplePost, "picture" | "slides"> = {},
  ): SamplePost => ({
    kind,
    caption,
    card: { look, big: heading.split(" / "), small },
    ...(IN_SLIDES.has(look) && { slides: small.length }),
    ...more,
  });

export const post = ofKind("post");
export const reel = ofKind("reel");

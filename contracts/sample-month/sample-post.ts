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
  readonly slides?: number;
};

/** The heading's lines are written as those of a verse: `Still / warm.` */
type DrawnCard = readonly [look: Card["look"], heading: string, ...small: string[]];

const ofKind =
  (kind: SamplePost["kind"]) =>
  (
    [look, heading, ...small]: DrawnCard,
    caption: string,
    more: Pick<SamplePost, "picture" | "slides"> = {},
  ): SamplePost => ({ kind, caption, card: { look, big: heading.split(" / "), small }, ...more });

export const post = ofKind("post");
export const reel = ofKind("reel");

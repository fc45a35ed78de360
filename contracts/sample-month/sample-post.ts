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

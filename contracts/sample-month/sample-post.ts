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

/** Lines are written as those of a verse: `Still / warm.` Rows of hours are `Monday: shut / Friday: late`. */
type DrawnCard = readonly [look: Card["look"], heading: string, small?: string];

/** A post of these looks has a slide for each of its small lines, where nothing else is said. */
const IN_SLIDES: ReadonlySet<Card["look"]> = new Set(["tips", "split"]);

const linesOf = (verse: string): string[] => verse.split(" / ");

function cardOf([look, heading, small]: DrawnCard): Card {
  const rows = small === undefined ? [] : linesOf(small);
  return {
    look,
    big: linesOf(heading),
    small: look === "hours" ? rows.flatMap((row) => row.split(": ")) : rows,
  };
}

const ofKind =
  (kind: SamplePost["kind"]) =>
  (
    drawn: DrawnCard,
    caption: string,
    more: Pick<SamplePost, "picture" | "slides"> = {},
  ): SamplePost => {
    const card = cardOf(drawn);
    const slides = IN_SLIDES.has(card.look) && { slides: card.small.length };
    return { kind, caption, card, ...slides, ...more };
  };

export const post = ofKind("post");
export const reel = ofKind("reel");

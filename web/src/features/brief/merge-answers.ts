import {
  ANSWER_KEYS,
  type AnswerKey,
  type BriefAnswers,
} from "#contracts/content/brief-answers.ts";

export type Clashes = Readonly<Partial<Record<AnswerKey, string>>>;

type Merged = {
  readonly answers: BriefAnswers;
  /** The other texts of answers that were changed on both sides; `answers` has ours. */
  readonly clashes: Clashes;
};

export function mergeAnswers(base: BriefAnswers, mine: BriefAnswers, theirs: BriefAnswers): Merged {
  const answers: Record<AnswerKey, string> = { ...mine };
  const clashes: Partial<Record<AnswerKey, string>> = {};
  for (const key of ANSWER_KEYS) {
    if (mine[key] === base[key]) answers[key] = theirs[key];
    else if (theirs[key] !== base[key] && theirs[key] !== mine[key]) clashes[key] = theirs[key];
  }
  return { answers, clashes };
}

export function isSame(one: BriefAnswers, other: BriefAnswers): boolean {
  return ANSWER_KEYS.every((key) => one[key] === other[key]);
}

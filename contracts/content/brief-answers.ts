/** Platforms that we post on, in the order of the form. */
export const PLATFORMS = {
  instagram: "Instagram",
  facebook: "Facebook",
  tiktok: "TikTok",
  linkedin: "LinkedIn",
  x: "X",
} as const;
export type Platform = keyof typeof PLATFORMS;
export const PLATFORM_KEYS = Object.keys(PLATFORMS) as readonly Platform[];

/** The longest answers, in the order of a reader. */
export const ANSWER_LENGTHS = {
  businessName: 120,
  about: 1_000,
  instagram: 200,
  facebook: 200,
  tiktok: 200,
  linkedin: 200,
  x: 200,
  audience: 1_000,
  tone: 1_000,
  dos: 1_000,
  donts: 1_000,
  links: 1_000,
  material: 1_000,
} as const;

export function isLine(key: string): boolean {
  return key === "businessName" || key in PLATFORMS;
}

export const APPROVER_NAME_MAX = 100;
export const APPROVERS_MAX = 10;

export type AnswerKey = keyof typeof ANSWER_LENGTHS;
export const ANSWER_KEYS = Object.keys(ANSWER_LENGTHS) as readonly AnswerKey[];

/** As typed; an answer that was not given is an empty string. */
export type BriefAnswers = Readonly<Record<AnswerKey, string>>;

export const NO_ANSWERS = Object.fromEntries(ANSWER_KEYS.map((key) => [key, ""])) as BriefAnswers;

const REQUIRED_ANSWERS = ["businessName", "about", "platforms"] as const;
export type RequiredAnswer = (typeof REQUIRED_ANSWERS)[number];

/** Required answers that are still empty; one handle on any platform is enough. */
export function missingAnswers(answers: BriefAnswers): readonly RequiredAnswer[] {
  const isGiven = (key: AnswerKey) => answers[key].trim() !== "";
  return REQUIRED_ANSWERS.filter((name) =>
    name === "platforms" ? !PLATFORM_KEYS.some(isGiven) : !isGiven(name),
  );
}

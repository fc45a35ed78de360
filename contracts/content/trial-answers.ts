import { withoutInvisible } from "../invisible.ts";
import { ANSWER_KEYS, ANSWER_LENGTHS, type BriefAnswers, NO_ANSWERS } from "./brief-answers.ts";

/** The answers of a free trial’s enquiry with which a brief can begin. */
export type TrialForm = {
  readonly company?: string | undefined;
  readonly website?: string | undefined;
  readonly business_type?: string | undefined;
  readonly preferred_platform?: string | undefined;
  readonly goals?: string | undefined;
};

/** A brief as the form of the trial would have begun it. Handles on platforms are not in it, so it is never complete. */
export function answersOfTrial(form: TrialForm): BriefAnswers {
  const { company = "", website = "", business_type: type = "", goals = "" } = form;
  const { preferred_platform: platform = "" } = form;
  const about = [type, goals, platform === "" ? "" : `We’d like to begin with ${platform}.`];
  const known: BriefAnswers = {
    ...NO_ANSWERS,
    businessName: withoutInvisible(company),
    about: about.filter((part) => part !== "").join("\n\n"),
    links: website,
  };
  return Object.fromEntries(
    ANSWER_KEYS.map((key) => [key, known[key].slice(0, ANSWER_LENGTHS[key])]),
  ) as BriefAnswers;
}

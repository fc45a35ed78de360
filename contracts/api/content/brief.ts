import * as z from "zod/mini";
import {
  ANSWER_KEYS,
  ANSWER_LENGTHS,
  type AnswerKey,
  APPROVER_NAME_MAX,
  isLine,
} from "../../content/brief-answers.ts";
import { idPattern } from "../../ids.ts";
import { withoutInvisible } from "../../invisible.ts";
import { EMAIL_MAX, LINE, oneLine, TEXT } from "../../text.ts";

const isOneLine = (text: string): boolean => LINE.test(text) && withoutInvisible(text) === text;

const answer = ([key, longest]: [string, number]) =>
  [
    key,
    z.string().check(z.maxLength(longest), isLine(key) ? z.refine(isOneLine) : z.regex(TEXT)),
  ] as const;

/** Texts as the user typed them: a trimmed one would differ from the one in the form, which leaves out what is refused. */
export const BriefAnswers = z.strictObject(
  Object.fromEntries(Object.entries(ANSWER_LENGTHS).map(answer)) as Record<
    AnswerKey,
    ReturnType<typeof answer>[1]
  >,
);

/** Answers that were saved before a rule became stricter are read too. */
const StoredAnswers = z.object(
  Object.fromEntries(ANSWER_KEYS.map((key) => [key, z.string()])) as Record<
    AnswerKey,
    ReturnType<typeof z.string>
  >,
);

const count = z.int().check(z.minimum(0), z.maximum(1_000_000));

/** The state that a change is based on. */
const State = z.strictObject({
  /** Number of the brief's version, from 1. */
  version: count,
  /** How often this version was saved; 0 before its first save. */
  revision: count,
});

export const SaveBriefRequest = z.strictObject({ ...State.shape, answers: BriefAnswers });
export type SaveBriefRequest = z.infer<typeof SaveBriefRequest>;

/** Submits what was saved: `POST /functions/v1/brief/submit`. The version is its idempotency key. */
export const SubmitBriefRequest = State;

export const AddApproverRequest = z.strictObject({
  name: oneLine(APPROVER_NAME_MAX).check(z.minLength(1)),
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX), z.email()),
});
export type AddApproverRequest = z.infer<typeof AddApproverRequest>;

export const ApproverId = z.string().check(z.regex(idPattern("approver")));

const Approver = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type Approver = z.infer<typeof Approver>;

export const BriefResponse = z.object({
  /** The version that a save belongs to: the one that is not submitted, else the next one. */
  version: z.int(),
  revision: z.int(),
  /** Answers of the newest version; before the first save what the form of a free trial knew, else empty strings. */
  answers: StoredAnswers,
  /** When a version was last submitted (ISO 8601); null before the first one. */
  submittedAt: z.nullable(z.string()),
  approvers: z.array(Approver),
  /** Without an open subscription the brief can only be read. */
  canChange: z.boolean(),
});
export type BriefResponse = z.infer<typeof BriefResponse>;

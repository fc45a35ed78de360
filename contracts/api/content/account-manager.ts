import * as z from "zod/mini";
import { oneLine } from "../../text.ts";

export const OPERATOR_NAME_MAX = 60;
export const OPERATOR_HOURS_MAX = 100;

const line = (longest: number) => oneLine(longest).check(z.minLength(1));

export const OperatorProfile = z.object({
  name: line(OPERATOR_NAME_MAX),
  /** For example "Monday to Friday, 9 am to 6 pm". */
  hours: line(OPERATOR_HOURS_MAX),
  /** E.164 */
  whatsApp: z.nullable(z.string().check(z.regex(/^\+[1-9]\d{6,14}$/))),
});
export type OperatorProfile = z.infer<typeof OperatorProfile>;

export const AccountManager = z.object({
  ...OperatorProfile.shape,
  /** Id of the photo. */
  photo: z.nullable(z.string()),
});
export type AccountManager = z.infer<typeof AccountManager>;

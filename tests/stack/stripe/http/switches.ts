import * as z from "zod";
import {
  type FailureSwitches,
  type RequestOutcome,
  RULE,
  SWITCHES,
} from "../../failure-switches.ts";

const Fail = z.strictObject({
  status: z.union([z.literal(409), z.literal(429), z.literal(500)]),
  ...RULE,
  /** Value of the `Stripe-Should-Retry` header; null omits it. */
  shouldRetry: z.boolean().nullable().default(null),
});

export const ApiSwitchesChange = z.strictObject({ fail: Fail.nullable().optional(), ...SWITCHES });
export type ApiFailure = z.output<typeof Fail>;
export type ApiSwitches = FailureSwitches<ApiFailure>;
export type ApiOutcome = RequestOutcome<ApiFailure>;

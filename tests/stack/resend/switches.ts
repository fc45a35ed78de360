import * as z from "zod";
import { type FailureSwitches, RULE, SWITCHES } from "../failure-switches.ts";

const Fail = z.strictObject({
  status: z.union([z.literal(422), z.literal(429), z.literal(500)]),
  ...RULE,
  retryAfterSeconds: z.number().int().min(0).default(1),
});

export const SwitchesChange = z.strictObject({ fail: Fail.nullable().optional(), ...SWITCHES });
export type SwitchesChange = z.input<typeof SwitchesChange>;
export type Switches = FailureSwitches<z.output<typeof Fail>>;

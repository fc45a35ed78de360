import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Part } from "../../stack/part.ts";

const LoggedEffect = z.object({
  /** By the worker's own clock. */
  time: z.iso.datetime(),
  effect: z.string(),
  message: z.enum(["effect_completed", "effect_failed"]),
  /** How long it took. */
  ms: z.optional(z.number()),
  error: z.optional(z.string()),
});
export type LoggedEffect = z.infer<typeof LoggedEffect>;

/** The effects that a worker has written down as done or failed, in their order. */
export function readLoggedEffects({ logFile }: Part): LoggedEffect[] {
  return readFileSync(logFile, "utf8")
    .split("\n")
    .filter((line) => /"effect_(?:done|failed)"/.test(line))
    .flatMap((line) => {
      // A process that is killed leaves half a line, on which the next one goes on.
      try {
        return LoggedEffect.safeParse(JSON.parse(line)).data ?? [];
      } catch {
        return [];
      }
    });
}

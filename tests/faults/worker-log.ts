import { readFileSync } from "node:fs";
import * as z from "zod";
import type { Part } from "../stack/part.ts";

const LoggedEffect = z.object({
  time: z.iso.datetime(),
  effect: z.string(),
  message: z.enum(["effect_completed", "effect_failed"]),
  ms: z.optional(z.number()),
  error: z.optional(z.string()),
});
export type LoggedEffect = z.infer<typeof LoggedEffect>;

export function readLoggedEffects({ logFile }: Part): LoggedEffect[] {
  return readFileSync(logFile, "utf8")
    .split("\n")
    .filter((line) => /"effect_(?:completed|failed)"/.test(line))
    .flatMap((line) => {
      // A killed process leaves half a line, to which the next process appends.
      try {
        return LoggedEffect.safeParse(JSON.parse(line)).data ?? [];
      } catch {
        return [];
      }
    });
}

/** Effects that a worker ran, and jobs that it left to a newer worker. */
export function countLoggedEffects({ logFile }: Part): { completed: number; left: number } {
  const log = readFileSync(logFile, "utf8");
  return {
    completed: log.match(/"effect_completed"/g)?.length ?? 0,
    left: log.match(/"(?:event|effect)_unsupported"/g)?.length ?? 0,
  };
}

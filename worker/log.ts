import { type Logger, pino } from "pino";
import type { WorkerConfig } from "./config.ts";

export type { Logger } from "pino";

/**
 * The worker's log: one line of JSON for each event and effect, to standard output. Only ids, codes and
 * numbers are given to it.
 */
export function createLog(level: WorkerConfig["LOG_LEVEL"]): Logger {
  return pino({
    level,
    base: { service: "worker" },
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: "message",
    formatters: { level: (label) => ({ level: label }) },
  });
}

import { type Logger, pino } from "pino";
import type { WorkerConfig } from "./config.ts";

export type { Logger } from "pino";

/** One JSON line per event and effect: ids, codes and numbers only. */
export function createLog(level: WorkerConfig["LOG_LEVEL"]): Logger {
  return pino({
    level,
    base: { service: "worker" },
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: "message",
    formatters: { level: (label) => ({ level: label }) },
  });
}

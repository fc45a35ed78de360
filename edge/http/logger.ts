const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LEVELS)[number];

/** Ids, codes and numbers: no personal data. */
type LogFields = Readonly<Record<string, string | number | boolean | null>>;
export type Logger = {
  readonly [L in Exclude<LogLevel, "silent">]: (message: string, fields?: LogFields) => void;
};

/** @param bound fields on every line */
export function createLogger(
  level: LogLevel,
  bound: LogFields,
  write: (line: string) => void,
): Logger {
  const at =
    (entryLevel: Exclude<LogLevel, "silent">) =>
    (message: string, fields: LogFields = {}): void => {
      if (LEVELS.indexOf(entryLevel) < LEVELS.indexOf(level)) return;
      write(JSON.stringify({ level: entryLevel, message, ...bound, ...fields }));
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

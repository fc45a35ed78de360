import type * as z from "zod";

/** Settings are missing or wrong; the message names each, never its value. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** @param given every setting that is set, by name */
export function settingsError(part: string, { issues }: z.ZodError, given: object): SettingsError {
  const names = issues.map(({ path, message }) =>
    String(path[0]) in given ? `${path.join(".")} (${message})` : `${path.join(".")} (missing)`,
  );
  return new SettingsError(`The ${part} has missing or wrong settings: ${names.join(", ")}`);
}

import { SettingsError } from "#contracts/settings-error.ts";

/**
 * @param need what the message says, for example `Twilio needs a token`
 * @throws {SettingsError} naming the setting when it is missing or empty
 */
export function requireSetting<Name extends string>(
  settings: Readonly<Partial<Record<Name, string | undefined>>>,
  name: Name,
  need: string,
): string {
  const value = settings[name];
  if (value === undefined || value === "") throw new SettingsError(`${need}: set ${name}.`);
  return value;
}

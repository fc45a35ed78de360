import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { readArguments } from "#db/bin/arguments.ts";
import { print, runCommand } from "#db/bin/command.ts";
import { makeJwtKey, token } from "../stack/secrets.ts";

const USAGE = `usage: npm run keys -- <file of settings>

Fills in the secrets that no company gives out, where the file has none yet: make it with npm run doctor -- --template.
BACKUP_KEY, which no part reads, is printed: keep it apart from the file.`;

const KEYS: Readonly<Record<string, () => Promise<string> | string>> = {
  AUTH_CODE_SECRET: () => token(32),
  AUTH_ENCRYPTION_SECRET: () => token(32),
  AUTH_TOKEN_SECRET: () => token(32),
  CALENDLY_WEBHOOK_SECRETS: () => token(24),
  JWT_KEYS: async () => `'${JSON.stringify([await makeJwtKey()])}'`,
  OPS_SECRET: () => token(32),
};

/** Gives the empty ones of these settings a value; those that have one keep it. */
export async function fillKeys(text: string): Promise<{ text: string; filled: string[] }> {
  let result = text;
  const filled: string[] = [];
  for (const [name, make] of Object.entries(KEYS)) {
    const empty = new RegExp(`^${name}=[ \\t]*$`, "m");
    if (!empty.test(result)) continue;
    const value = await make();
    result = result.replace(empty, () => `${name}=${value}`);
    filled.push(name);
  }
  return { text: result, filled };
}

async function main(): Promise<void> {
  const { words } = readArguments({}, { usage: USAGE, wordsMax: 1 });
  const [file] = words;
  if (file === undefined) throw new Error("Say which file: npm run keys -- <file of settings>.");
  const { text, filled } = await fillKeys(readFileSync(file, "utf8"));
  if (filled.length > 0) writeFileSync(file, text, { mode: 0o600 });
  print(filled.length === 0 ? `${file} lacks no key.` : `Filled in: ${filled.join(", ")}.`);
  print(`BACKUP_KEY for npm run backup, if you have none: ${randomBytes(32).toString("base64")}`);
}

if (import.meta.main) await runCommand(main);

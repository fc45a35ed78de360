import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { GoTrueClient } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { SESSION_KEY } from "../features/session/session.ts";
import { ADVERTISING_ENTRIES, NECESSARY_ENTRIES } from "./stored-in-browser.ts";

const ROOT = join(import.meta.dirname, "../../..");
const sourcesOf = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$|\/dist\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));
const pages = sourcesOf("web/src");

const NAMES = [...NECESSARY_ENTRIES, ...ADVERTISING_ENTRIES].map(({ name }) => name);
const OF_AUTH_CLIENT = NAMES.filter((name) => name.startsWith(SESSION_KEY));

function valueOf(name: string, file: string, text: string): string {
  const own = new RegExp(`const ${name} = (?:"([^"]+)"|(\\w+) \\+ )`).exec(text);
  if (own?.[1] !== undefined) return own[1];
  if (own?.[2] !== undefined) return `${valueOf(own[2], file, text)}*`;
  const imported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "(\\.[^"]+)"`).exec(text);
  if (imported?.[1] === undefined) throw new Error(`${file} keeps something under no constant`);
  const source = join(dirname(file), imported[1]);
  return valueOf(name, source, readFileSync(join(ROOT, source), "utf8"));
}

const STORAGE = "web/src/lib/browser-storage.ts";
const REPORT_ONCE = "web/src/features/tracking/report-once.ts";

test("cookie policy: lists exactly the entries that the site writes", () => {
  const keepers = pages.filter(({ file }) => file !== REPORT_ONCE && file !== STORAGE);
  const written = keepers.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:\bstoredEntry|\breportOnce)\(\s*([\w.]*)(\s*\+)?/g)].map(
      ([, name = "", added]) => valueOf(name, file, text) + (added === undefined ? "" : "*"),
    ),
  );
  expect([...new Set(written)].toSorted()).toEqual(
    NAMES.filter((name) => !OF_AUTH_CLIENT.includes(name)).toSorted(),
  );
});

test("cookie policy: lists exactly the entries that the auth client writes", async () => {
  const kept = new Map<string, string>();
  const written = new Set<string>();
  const client = new GoTrueClient({
    url: "https://api.example/auth/v1",
    storageKey: SESSION_KEY,
    flowType: "pkce",
    autoRefreshToken: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem(key, value) {
        written.add(key);
        kept.set(key, value);
      },
      removeItem: (key) => void kept.delete(key),
    },
    fetch: () =>
      Promise.resolve(
        Response.json({
          access_token: "a.b.c",
          refresh_token: "r",
          token_type: "bearer",
          expires_in: 3_600,
          user: { id: "ada", email: "ada@shop.example" },
        }),
      ),
  });
  const options = { skipBrowserRedirect: true };
  await client.signInWithOAuth({ provider: "google", options });
  await client.signInWithOtp({ email: "ada@shop.example" });
  await client.resetPasswordForEmail("ada@shop.example");
  await client.signInWithPassword({ email: "ada@shop.example", password: "a" });
  const isNamed = (key: string, name: string) => {
    const [head = "", tail] = name.split("*");
    return tail === undefined ? key === head : key.startsWith(head) && key.endsWith(tail);
  };
  const keys = [...written];
  expect(keys.filter((key) => !OF_AUTH_CLIENT.some((name) => isNamed(key, name)))).toEqual([]);
  expect(OF_AUTH_CLIENT.filter((name) => !keys.some((key) => isNamed(key, name)))).toEqual([]);
});

test("storage and cookies: used in the listed files only", () => {
  const filesWith = (pattern: RegExp, sources = pages) =>
    sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
  // One file opens the storages, one reads the consent before the first paint.
  expect(filesWith(/\b(?:local|session)Storage\b/).toSorted()).toEqual([
    "web/src/features/consent/consent-record.ts",
    STORAGE,
  ]);
  // Both only remove cookies.
  expect(filesWith(/document\.cookie = /).toSorted()).toEqual([
    "web/src/features/session/netlify-identity.ts",
    "web/src/features/tracking/pixel.ts",
  ]);
  expect(filesWith(/\b(?:cookieStore|indexedDB|serviceWorker|caches)\b/)).toEqual([]);
  expect(filesWith(/set-cookie|\bsetCookie\(/i, sourcesOf("edge"))).toEqual([]);
});

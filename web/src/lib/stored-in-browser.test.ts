import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GoTrueClient } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { ROOT } from "../../../tests/stack/paths.ts";
import { SESSION_KEY } from "../features/session/session.ts";
import { ADVERTISING_ENTRIES, NECESSARY_ENTRIES } from "./stored-in-browser.ts";

const NAMES = [...NECESSARY_ENTRIES, ...ADVERTISING_ENTRIES].map(({ name }) => name);
const OF_AUTH_CLIENT = NAMES.filter((name) => name.startsWith(SESSION_KEY));

const textsOf = (pattern: string) =>
  globSync(pattern, {
    cwd: ROOT,
    exclude: ["**/*.test.*", "**/*.d.ts", "**/stored-in-browser.ts"],
  }).map((file) => readFileSync(join(ROOT, file), "utf8"));

// The compiler refuses a key that is not listed.
test("cookie policy: lists no entry that nothing writes", () => {
  const pages = textsOf("web/src/**/*.{ts,tsx}");
  const isWritten = (name: string) =>
    pages.some((text) => text.includes(`"${name.replace("*", "")}"`));
  expect(NAMES.filter((name) => !OF_AUTH_CLIENT.includes(name) && !isWritten(name))).toEqual([]);
});

test("edge: sets no cookie", () => {
  expect(textsOf("edge/**/*.ts").filter((text) => /set-?cookie/i.test(text))).toEqual([]);
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

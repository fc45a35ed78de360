import { expect } from "vitest";
import { test } from "../../../tests/support/auth-service.ts";

const BODY = JSON.stringify({ email: "ada@shop.example" });
const PAGE = { origin: "https://elsewhere.example" };

test.for<[string, Record<string, string>, number, string | undefined]>([
  ["text of a foreign page", { ...PAGE, "content-type": "text/plain" }, 401, "no_authorization"],
  [
    "JSON of a page without a key",
    { ...PAGE, "content-type": "application/json" },
    401,
    "no_authorization",
  ],
  [
    "an empty key",
    { ...PAGE, apikey: "", "content-type": "application/json" },
    401,
    "no_authorization",
  ],
  ["text with a key", { ...PAGE, apikey: "key", "content-type": "text/plain" }, 400, "bad_json"],
  [
    "JSON with a key",
    { ...PAGE, apikey: "key", "content-type": "application/json;charset=UTF-8" },
    200,
    undefined,
  ],
  ["JSON of a program", { "content-type": "application/json" }, 200, undefined],
])("recovery as %s: %#", async ([, headers, status, code], { auth, database }) => {
  const response = await auth.request("/recover", {
    method: "POST",
    headers: { "x-supabase-api-version": "2024-01-01", ...headers },
    body: BODY,
  });
  const body = (await response.json()) as { code?: string };
  expect([response.status, body.code]).toEqual([status, code]);
  expect((await database.query("select 1 from outbox_events")).rows).toEqual([]);
});

test("form that a provider posts to the callback: is read", async ({ auth }) => {
  const response = await auth.request("/callback", {
    method: "POST",
    headers: { ...PAGE, "content-type": "application/x-www-form-urlencoded" },
    body: "state=unknown&code=1",
  });
  expect(response.status).not.toBe(401);
  expect(await response.text()).not.toContain("API key");
});

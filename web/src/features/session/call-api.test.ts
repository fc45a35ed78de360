import type { GoTrueClient, User } from "@supabase/auth-js";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { callApi } from "./call-api.ts";
import { setSession } from "./session.ts";

// Other test files of this process have imported the real module, and will need it.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// The browser has tokens in every case.
vi.mock(import("./load-auth-client.ts"), () => ({
  auth: () =>
    Promise.resolve({
      getSession: () =>
        Promise.resolve({ data: { session: { access_token: "a-token" } }, error: null }),
    } as unknown as GoTrueClient),
  prefetchAuth: () => undefined,
}));

const META: Readonly<Record<string, string>> = {
  "tidepost:api-url": "https://api.tidepost.example",
  "tidepost:anon-key": "the-public-key",
};
const USER: User = {
  id: "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11",
  aud: "authenticated",
  app_metadata: {},
  user_metadata: {},
  created_at: "2026-11-20T12:00:00Z",
};

afterEach(() => {
  vi.unstubAllGlobals();
  setSession({ state: "unknown" });
});

test.each([
  ["a visitor, with the public key alone", { state: "visitor" }, "the-public-key"],
  [
    "whoever still owes the code, as a visitor",
    { state: "awaiting-code", user: USER },
    "the-public-key",
  ],
  ["whoever is signed in, with their token", { state: "signed-in", user: USER }, "a-token"],
] as const)("API call: authorises %s, and begins a trace", async (_, session, token) => {
  const sent: unknown[] = [];
  vi.stubGlobal("document", {
    querySelector: (selector: string) => ({
      content: META[/name="([^"]+)"/.exec(selector)?.[1] ?? ""] ?? "",
    }),
  });
  vi.stubGlobal("fetch", (url: string, { headers }: RequestInit) => {
    sent.push({ url, headers });
    return Promise.resolve(Response.json({}));
  });
  setSession(session);
  await callApi("GET", "checkout-session?session_id=cs_1");
  expect(sent).toEqual([
    {
      url: "https://api.tidepost.example/functions/v1/checkout-session?session_id=cs_1",
      headers: {
        apikey: "the-public-key",
        authorization: `Bearer ${token}`,
        traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
      },
    },
  ]);
});
